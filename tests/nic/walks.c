// Firmware that walks past the end of a list.
#include "firmware/registers.h"

struct entry {
    struct entry *next;
} *first;

int main(void)
{
    struct entry *entry = first;
    while (entry->next != first)
        entry = entry->next;
    return 0;
}
