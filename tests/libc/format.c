// Tests printf and scanf: every kind of conversion that programs use, compared with the text that C99 demands.
#include "formatted.h"

#include <stdint.h>

static void print(void)
{
    ROW("-1 +1  1 0001 1   |", "%d %+d % d %04d %-4d|", -1, 1, 1, 1, 1);
    ROW("ff FF 0xff 377 0377", "%x %X %#x %o %#o", 255, 255, 255, 255, 255);
    ROW("4294967295 -9223372036854775808", "%u %lld", 4294967295u, (long long)INT64_MIN);
    ROW("18446744073709551615 1099511627776", "%llu %lld", ~0ull, 1ll << 40);
    ROW("-5 5 7", "%ld %lu %zu", -5l, 5ul, (size_t)7);
    ROW("-1 255", "%hhd %hhu", -1, 255);
    ROW("c s      s|  ab", "%c %-7s%s|%4.2s", 'c', "s", "s", "abcdef");
    ROW("3.250000 -0.5 1e+10 100000 1e-05", "%f %g %g %g %g", 3.25, -0.5, 1e10, 1e5, 1e-5);
    ROW("3.14 003.14 3.1e+00 3.141593E+00", "%.2f %06.2f %.1e %E", 3.14159, 3.14159, 3.14159, 3.14159265);
    ROW("0.1 0.30000000000000004", "%.15g %.17g", 0.1, 0.1 + 0.2);
    ROW("1000000000000000000000.000000", "%f", 1e21);
    ROW("inf -inf nan", "%f %f %f", __builtin_inf(), -__builtin_inf(), __builtin_nan(""));
    ROW("2 1 -2", "%.0f %.0f %.0f", 2.4, 0.9, -1.5);
    ROW("   42|42   |00042", "%*d|%-*d|%.5d", 5, 42, 5, 42, 42);
    ROW("100%", "%d%%", 100);
    ROW("0x10", "%p", (void *)16);
    char small[4];
    volatile int large = 123456; // volatile, because the compiler would warn of the intended truncation
    CHECK(snprintf(small, sizeof small, "%d", large) == 6 && !strcmp(small, "123"));
}

static void scan(void)
{
    int i = 0, j = 0, n = 0;
    unsigned x = 0;
    long long big = 0;
    float f = 0;
    double d = 0;
    char word[10] = "", c = 0;
    CHECK(sscanf("12 -7 ff 1099511627776", "%d %d %x %lld", &i, &j, &x, &big) == 4);
    CHECK(i == 12 && j == -7 && x == 255 && big == 1ll << 40);
    CHECK(sscanf("1.5 -2.5e3 word;", "%f %lf %9[a-z]%c", &f, &d, word, &c) == 4);
    CHECK(f == 1.5f && d == -2500 && !strcmp(word, "word") && c == ';');
    CHECK(sscanf("x", "%d", &i) == 0 && sscanf("", "%d", &i) == EOF);
    CHECK(sscanf("5 six", "%d%n", &i, &n) == 1 && n == 1);
}

int main(void)
{
    print();
    scan();
    CHECK(printf("printed %s\n", "text") == 13);
    return finish();
}
