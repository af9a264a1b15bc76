// Tests printf where our version differs from picolibc: doubles to the last digit, ties to even, long double, %n.
#include "formatted.h"

#include <float.h>

static void digits(void)
{
    ROW("0.10000000000000001 9.9999999999999992e+22", "%.17g %.17g", 0.1, 1e23);
    ROW("0.10000000000000000555 6.6666666666666663e-01", "%.20f %.16e", 0.1, 2.0 / 3);
    ROW("1180591620717411303424.000000", "%f", 1180591620717411303424.0);
    ROW("333333333333333.3125000000", "%.10f", 1e15 / 3);
    ROW("1.7976931348623157e+308 2.2250738585072014e-308 4.9406564584124654e-324", "%.17g %.17g %.17g", DBL_MAX, DBL_MIN,
        4.9406564584124654e-324);
    ROW("0 0 2 2 1.2 0.12 1.00 2.67", "%.0f %.0f %.0f %.0f %.1f %.2f %.2f %.2f", 0.0, 0.5, 1.5, 2.5, 1.25, 0.125, 1.005, 2.675);
    ROW("10 1e+01 100.00 0.10 0.0", "%.0f %.0e %.2f %.2f %.1f", 9.5, 9.5, 99.999, 0.099, 0.04);
    ROW("0.0001 1e-05 100000 1e+06 123457 1e+06", "%g %g %g %g %g %g", 1e-4, 1e-5, 1e5, 1e6, 123456.7, 999999.5);
    ROW("0 -0 0.00000 0. 0.000000e+00", "%g %g %#g %#.0f %e", 0.0, -0.0, 0.0, 0.0, 0.0);
}

static void flags(void)
{
    ROW("    3.1416|+3.14|003.14|3.14  | 3|-003.1", "%10.4f|%+.2f|%06.2f|%-6.2f|% .0f|%06.1f", 3.14159265, 3.14159265,
        3.14159265, 3.14159265, 3.14159265, -3.14159265);
    ROW("   3.1|3.142   |2.500000", "%*.*f|%-*.3f|%.*f", 6, 1, 3.14159265, 8, 3.14159265, -1, 2.5);
    ROW("  inf|inf  |+INF|-inf", "%05f|%-5f|%+F|%g", __builtin_inf(), __builtin_inf(), __builtin_inf(), -__builtin_inf());
    ROW("1.0 a 7 0x1f 1099511627776 5 b  |%", "%.1f %c %d %#x %lld %zu %-3s|%%", 1.0, 'a', 7, 31, 1ll << 40, (size_t)5, "b");
}

static void long_doubles(void)
{
    ROW("3.250000 3.25 3.250e+00 1e+10 -inf", "%Lf %Lg %.3Le %Lg %Lf", 3.25L, 3.25L, 3.25L, 1e10L, -__builtin_infl());
    ROW("1.5 2 x", "%.1Lf %d %s", 1.5L, 2, "x");
}

static void counts(void)
{
    int n = -1;
    signed char small = -1;
    long long large = -1;
    ROW("abc 12 0.5", "abc%n %d%hhn %.1f%lln", &n, 12, &small, 0.5, &large);
    CHECK(n == 3 && small == 6 && large == 10);
    char text[4];
    CHECK(snprintf(text, sizeof text, "%f", 3.14159) == 8 && !strcmp(text, "3.1"));
}

int main(void)
{
    digits();
    flags();
    long_doubles();
    counts();
    CHECK(printf("%.3f %Lf\n", 2.0 / 3, 1.0L) == 15);
    return finish();
}
