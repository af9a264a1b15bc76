// Firmware that walks along a list that is a circle.
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
