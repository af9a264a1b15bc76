// The instruction mix of a small controller: list sorting and searching, matrix arithmetic on 16-bit numbers,
// a state machine over text, a CRC over all results. Measures the emulator's own speed; no MPI.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 64, SIDE = 12, TEXT = 256 };

struct item {
    struct item *next;
    int16_t key, index;
};

static uint16_t crc(uint32_t value, unsigned bits, uint16_t sum)
{
    for (unsigned i = 0; i < bits; i++, value >>= 1) {
        unsigned carry = (value ^ sum) & 1;
        sum >>= 1;
        if (carry)
            sum ^= 0xa001;
    }
    return sum;
}

static struct item *merge(struct item *a, struct item *b, int by_key)
{
    struct item head, *last = &head;
    while (a && b) {
        int order = by_key ? a->key - b->key : a->index - b->index;
        struct item **least = order <= 0 ? &a : &b;
        last = last->next = *least;
        *least = (*least)->next;
    }
    last->next = a ? a : b;
    return head.next;
}

static struct item *sort(struct item *list, int by_key)
{
    if (!list || !list->next)
        return list;
    struct item *slow = list;
    for (struct item *fast = list->next; fast && fast->next; fast = fast->next->next)
        slow = slow->next;
    struct item *second = slow->next;
    slow->next = NULL;
    return merge(sort(list, by_key), sort(second, by_key), by_key);
}

static uint16_t lists(struct item *items, uint16_t seed)
{
    struct item *list = items;
    uint16_t sum = 0;
    for (int i = 0; i < ITEMS; i++)
        items[i] = (struct item){i + 1 < ITEMS ? &items[i + 1] : NULL, (int16_t)((seed * 31 + i * 7919) & 0x7fff), (int16_t)i};
    list = sort(list, 1);
    for (int wanted = 0; wanted < 16; wanted++)
        for (struct item *at = list; at; at = at->next)
            if (at->index == wanted * 4) {
                sum += (uint16_t)at->key;
                break;
            }
    for (list = sort(list, 0); list; list = list->next)
        sum = crc((uint16_t)list->key, 16, sum);
    return sum;
}

static uint16_t matrices(int16_t seed)
{
    static int16_t a[SIDE][SIDE], b[SIDE][SIDE];
    static int32_t c[SIDE][SIDE];
    uint16_t sum = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            a[i][j] = (int16_t)(seed + i * j);
            b[i][j] = (int16_t)(seed - i + 3 * j);
        }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            int32_t dot = 0;
            for (int k = 0; k < SIDE; k++)
                dot += a[i][k] * b[k][j];
            c[i][j] = (dot >> 2 & 0xf) * (dot >> 5 & 0x7f) + dot;
        }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            sum = (uint16_t)(sum * 3 + c[i][j] % 4093);
    return sum;
}

static uint16_t states(uint16_t seed)
{
    static char text[TEXT];
    static const char *const words[] = {"5012", "-874", "+122", "35.5", "-.1234", "+0.64e5", "T0.3e-1F", "7e+-8"};
    enum { START, SIGN, INTEGER, FRACTION, EXPONENT, POWER, INVALID, STATES } state = START;
    uint32_t counts[STATES] = {0};
    int length = 0;
    for (uint16_t i = seed; length < TEXT - 10; i++) {
        for (const char *p = words[i % 8]; *p; p++)
            text[length++] = *p;
        text[length++] = ',';
    }
    for (int i = 0; i < length; i++) {
        char c = text[i];
        int digit = c >= '0' && c <= '9';
        if (c == ',') {
            counts[state]++;
            state = START;
            continue;
        }
        switch (state) {
        case START:
            state = digit ? INTEGER : c == '+' || c == '-' ? SIGN : c == '.' ? FRACTION : INVALID;
            break;
        case SIGN:
            state = digit ? INTEGER : c == '.' ? FRACTION : INVALID;
            break;
        case INTEGER:
            state = digit ? INTEGER : c == '.' ? FRACTION : c == 'e' ? EXPONENT : INVALID;
            break;
        case FRACTION:
            state = digit ? FRACTION : c == 'e' ? EXPONENT : INVALID;
            break;
        case EXPONENT:
            state = digit || c == '+' || c == '-' ? POWER : INVALID;
            break;
        case POWER:
            state = digit ? POWER : INVALID;
            break;
        default:
            break;
        }
    }
    uint16_t sum = 0;
    for (int i = 0; i < STATES; i++)
        sum = crc(counts[i], 32, sum);
    return sum;
}

int main(int argc, char **argv)
{
    static struct item items[ITEMS];
    uint16_t sum = 0;
    int rounds = argc > 1 ? atoi(argv[1]) : 1000;
    for (int i = 0; i < rounds; i++) {
        sum = crc(lists(items, (uint16_t)(sum + i)), 16, sum);
        sum = crc(matrices((int16_t)(sum & 0xff)), 16, sum);
        sum = crc(states(sum), 16, sum);
    }
    printf("checksum %04x\n", sum);
    return 0;
}
