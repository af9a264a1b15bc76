// The instruction mix of systems programs: records copied and compared, short strings, calls through several
// levels, switches and simple arithmetic. Measures the emulator's own speed; no MPI.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { FIRST, SECOND, THIRD, FOURTH, FIFTH };

struct record {
    struct record *link;
    enum kind kind, other;
    int value;
    char text[32];
};

static struct record *global;
static int counter, flag, table[50], grid[50][50];

static __attribute__((noinline)) enum kind classify(char a, char b)
{
    if (a != b)
        return FIRST;
    flag = a;
    return SECOND;
}

static __attribute__((noinline)) int follows(const char *a, const char *b)
{
    int at = 2;
    while (at <= 2)
        if (classify(a[at], b[at + 1]) == FIRST)
            at++;
    return strcmp(a, b) > 0 ? (counter = at + 7, 1) : 0;
}

static __attribute__((noinline)) enum kind step(enum kind kind)
{
    switch (kind) {
    case FIRST:
        return FOURTH;
    case SECOND:
        return counter > 100 ? FIRST : FOURTH;
    case THIRD:
        return SECOND;
    case FOURTH:
        return kind;
    default:
        return THIRD;
    }
}

static __attribute__((noinline)) void add(int a, int b, int *sum)
{
    *sum = a + 2 + b;
}

static __attribute__((noinline)) void fill(int *line, int (*square)[50], int at, int value)
{
    int place = at + 5;
    line[place] = value;
    line[place + 1] = line[place];
    line[place + 30] = place;
    for (int i = place; i <= place + 1; i++)
        square[place][i] = place;
    square[place][place - 1]++;
    square[place + 20][place] = line[place];
}

static __attribute__((noinline)) void renew(struct record *from)
{
    struct record *to = from->link;
    *to = *global;
    from->value = 5;
    to->value = from->value;
    to->link = from->link;
    if (to->kind == FIRST) {
        to->value = 6;
        to->other = step(from->other);
        to->link = global->link;
        add(to->value, 10, &to->value);
    } else {
        *from = *from->link;
    }
}

int main(int argc, char **argv)
{
    static struct record one, two;
    char first[32] = "A PROGRAM OF RECORDS, 1'ST TEXT", second[32];
    int rounds = argc > 1 ? atoi(argv[1]) : 500000, a = 0, b = 0, c = 0;
    global = &one;
    one = (struct record){&two, FIRST, THIRD, 40, "A PROGRAM OF RECORDS, SOME TEXT"};
    for (int round = 0; round < rounds; round++) {
        a = 2;
        b = 3;
        strcpy(second, "A PROGRAM OF RECORDS, 2'ND TEXT");
        flag = !follows(first, second);
        while (a < b) {
            c = 5 * a - b;
            add(a, b, &c);
            a++;
        }
        fill(table, grid, a, c);
        renew(global);
        for (char letter = 'A'; letter <= 'C'; letter++)
            if (two.kind == classify(letter, 'C'))
                two.kind = step(two.kind);
        b = b * a;
        a = b / (c | 1);
        b = 7 * (b - a) - c;
        counter = (counter + b) & 0xff;
    }
    printf("checksum %d\n", a + b * 3 + c * 5 + counter * 7 + flag + table[8] + grid[8][7] + one.value + two.value);
    return 0;
}
