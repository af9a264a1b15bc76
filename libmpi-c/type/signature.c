// Type signatures: building them, and counting their elements.
#include "type/signature.h"

#include "p2p/p2p.h"

static size_t type_item_bytes(const struct type_item *item)
{
    return item->count * (item->of != NULL ? item->of->bytes : p2p_datatype(item->basic)->size);
}

static size_t type_item_elements(const struct type_item *item)
{
    return item->count * (item->of != NULL ? item->of->elements : 1);
}

struct type_item type_item_of(const struct type_signature *signature, size_t count)
{
    if (signature->count != 1)
        return (struct type_item){signature->count == 0 ? 0 : count, MPI_DATATYPE_NULL, (struct type_signature *)signature};
    struct type_item item = signature->items[0];
    item.count *= count;
    return item;
}

struct type_signature *type_signature_new(const struct type_item *items, size_t count)
{
    struct type_signature *signature = p2p_allocate(sizeof *signature + count * sizeof *items,
                                                    "MPI: no memory for a derived datatype");
    *signature = (struct type_signature){.references = 1};
    for (size_t i = 0; i < count; i++) {
        if (items[i].count == 0)
            continue;
        struct type_item *last = signature->count == 0 ? NULL : &signature->items[signature->count - 1];
        signature->bytes += type_item_bytes(&items[i]);
        signature->elements += type_item_elements(&items[i]);
        if (last != NULL && last->of == items[i].of && last->basic == items[i].basic) {
            last->count += items[i].count;
        } else {
            signature->items[signature->count++] = items[i];
            if (items[i].of != NULL)
                items[i].of->references++;
        }
    }
    return signature;
}

void type_signature_release(struct type_signature *signature)
{
    if (--signature->references != 0)
        return;
    for (size_t i = 0; i < signature->count; i++) {
        if (signature->items[i].of != NULL)
            type_signature_release(signature->items[i].of);
    }
    p2p_free(signature);
}

uint64_t type_signature_elements(const struct type_signature *signature, uint64_t bytes)
{
    if (signature->bytes == 0)
        return bytes == 0 ? 0 : UINT64_MAX;
    uint64_t elements = bytes / signature->bytes * signature->elements;
    bytes %= signature->bytes;
    for (const struct type_item *item = signature->items; bytes > 0; item++) {
        size_t most = type_item_bytes(item);
        if (bytes >= most) {
            elements += type_item_elements(item);
            bytes -= most;
            continue;
        }
        size_t each = most / item->count;
        if (item->of == NULL)
            return bytes % each != 0 ? UINT64_MAX : elements + bytes / each;
        uint64_t rest = type_signature_elements(item->of, bytes);
        return rest == UINT64_MAX ? UINT64_MAX : elements + rest;
    }
    return elements;
}

uint64_t type_signature_bytes(const struct type_signature *signature, uint64_t elements)
{
    if (signature->elements == 0)
        return 0;
    uint64_t bytes = elements / signature->elements * signature->bytes;
    elements %= signature->elements;
    for (const struct type_item *item = signature->items; elements > 0; item++) {
        size_t most = type_item_elements(item);
        if (elements < most)
            return bytes + (item->of != NULL ? type_signature_bytes(item->of, elements)
                                             : elements * p2p_datatype(item->basic)->size);
        bytes += type_item_bytes(item);
        elements -= most;
    }
    return bytes;
}

struct type_signature *type_signature_named(MPI_Datatype named)
{
    static const struct {
        uint8_t class;
        uint16_t first, second;
    } pairs[] = {
        {P2P_FLOAT_INT, 0x210, 0x209},  {P2P_DOUBLE_INT, 0x214, 0x209}, {P2P_LONG_INT, 0x20a, 0x209},
        {P2P_2INT, 0x209, 0x209},       {P2P_SHORT_INT, 0x208, 0x209},  {P2P_LONG_DOUBLE_INT, 0x220, 0x209},
        {P2P_2FLOAT, 0x210, 0x210},     {P2P_2DOUBLE, 0x214, 0x214},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (p2p_datatype(named)->class == pairs[i].class) {
            struct type_item both[] = {{1, (MPI_Datatype)(uintptr_t)pairs[i].first, NULL},
                                       {1, (MPI_Datatype)(uintptr_t)pairs[i].second, NULL}};
            return type_signature_new(both, 2);
        }
    }
    return type_signature_new(&(struct type_item){1, named, NULL}, 1);
}
