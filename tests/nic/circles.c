// Firmware that walks for ever along a list whose last entry points to the first.
#include <stddef.h>

struct entry {
    struct entry *volatile next;
};

static struct entry entries[2] = {{&entries[1]}, {&entries[0]}};

int main(void)
{
    struct entry *entry = entries;
    while (entry != NULL)
        entry = entry->next;
    return 0;
}
