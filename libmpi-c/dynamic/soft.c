// Reads sets of numbers of processes, the info key "soft" of MPI_Comm_spawn (soft.h).
#include <stdlib.h>

#include "dynamic/soft.h"

// The numbers first, first + step, first + 2 step, … up to last.
struct triplet {
    long first, last, step;
};

// Reads one number and moves *text behind it. Returns false if there is none.
static bool read_number(const char **text, long *number)
{
    char *end;
    *number = strtol(*text, &end, 10);
    bool is_number = end != *text;
    *text = end;
    while (**text == ' ')
        ++*text;
    return is_number;
}

// Reads one triplet and moves *text behind it. Returns false if it is none. A step of the wrong sign makes an empty set.
static bool read_triplet(const char **text, struct triplet *triplet)
{
    if (!read_number(text, &triplet->first))
        return false;
    triplet->last = triplet->first;
    triplet->step = 1;
    if (**text != ':')
        return true;
    ++*text;
    if (!read_number(text, &triplet->last))
        return false;
    if (**text != ':')
        return true;
    ++*text;
    return read_number(text, &triplet->step) && triplet->step != 0;
}

static bool contains(const struct triplet *triplet, long number)
{
    bool rises = triplet->step > 0;
    return number >= (rises ? triplet->first : triplet->last) && number <= (rises ? triplet->last : triplet->first) &&
           (number - triplet->first) % triplet->step == 0;
}

bool soft_is_set(const char *set)
{
    struct triplet triplet;
    while (read_triplet(&set, &triplet)) {
        if (*set != ',')
            return *set == '\0';
        set++;
    }
    return false;
}

bool soft_allows(const char *set, int number)
{
    struct triplet triplet;
    while (read_triplet(&set, &triplet)) {
        if (contains(&triplet, number))
            return true;
        if (*set == ',')
            set++;
    }
    return false;
}

int soft_largest(const char *set, int most)
{
    int number = most;
    while (number > 0 && !soft_allows(set, number))
        number--;
    return number;
}
