// The representation "external32" (MPI 5.0 §14.5.2): packed elements, each converted to big endian and to its size there.
#include "type/elements.h"
#include "type/internal.h"

// A basic element: the number of its parts, which is two for complex numbers, and their bytes in memory and in "external32".
struct type_representation {
    size_t parts, here, there;
    bool is_signed;
};

static struct type_representation type_representation(MPI_Datatype basic)
{
    const struct p2p_datatype *known = p2p_datatype(basic);
    struct type_representation is = {1, known->size, known->size, known->class >= P2P_I8 && known->class <= P2P_I64};
    bool complex = known->class >= P2P_FLOAT_COMPLEX && known->class <= P2P_LONG_DOUBLE_COMPLEX;
    if (complex || basic == MPI_COMPLEX4)
        is.parts = 2, is.here = is.there = known->size / 2;
    if (basic == MPI_LONG || basic == MPI_UNSIGNED_LONG)
        is.there = 4;
    else if (basic == MPI_WCHAR)
        is.there = 2;
    else if (basic == MPI_AINT)
        is.there = 8;
    return is;
}

static size_t type_signature_external(const struct type_signature *signature)
{
    size_t bytes = 0;
    for (size_t i = 0; i < signature->count; i++) {
        const struct type_item *item = &signature->items[i];
        struct type_representation is = type_representation(item->basic);
        bytes += item->count * (item->of != NULL ? type_signature_external(item->of) : is.parts * is.there);
    }
    return bytes;
}

size_t type_external_size(MPI_Datatype type, size_t count)
{
    return count * type_signature_external(type_of(type)->signature);
}

struct type_conversion {
    unsigned char *packed, *external;
    bool outwards;
};

// Integers are lengthened by copies of their sign, and shortened by dropping their upper bytes.
static void type_convert_part(struct type_conversion *conversion, const struct type_representation *is)
{
    size_t most = is->here < is->there ? is->here : is->there;
    unsigned char *here = conversion->packed, *there = conversion->external;
    unsigned char top = conversion->outwards ? here[most - 1] : there[is->there - most];
    unsigned char filling = is->is_signed && top >= 0x80 ? 0xff : 0;
    for (size_t i = 0; i < most; i++) {
        unsigned char *mirrored = &there[is->there - 1 - i];
        if (conversion->outwards)
            *mirrored = here[i];
        else
            here[i] = *mirrored;
    }
    for (size_t i = most; conversion->outwards && i < is->there; i++)
        there[is->there - 1 - i] = filling;
    for (size_t i = most; !conversion->outwards && i < is->here; i++)
        here[i] = filling;
    conversion->packed += is->here;
    conversion->external += is->there;
}

static void type_convert(struct type_conversion *conversion, const struct type_signature *signature, size_t count)
{
    for (; count > 0; count--) {
        for (size_t i = 0; i < signature->count; i++) {
            const struct type_item *item = &signature->items[i];
            if (item->of != NULL) {
                type_convert(conversion, item->of, item->count);
                continue;
            }
            struct type_representation is = type_representation(item->basic);
            for (size_t part = 0; part < item->count * is.parts; part++)
                type_convert_part(conversion, &is);
        }
    }
}

void type_to_external(void *external, const void *packed, size_t count, MPI_Datatype type)
{
    struct type_conversion conversion = {(unsigned char *)packed, external, true};
    type_convert(&conversion, type_of(type)->signature, count);
}

void type_from_external(void *packed, const void *external, size_t count, MPI_Datatype type)
{
    struct type_conversion conversion = {packed, (unsigned char *)external, false};
    type_convert(&conversion, type_of(type)->signature, count);
}
