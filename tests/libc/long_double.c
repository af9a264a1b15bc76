// Tests long double in printf and scanf, with its full precision and range. The
// expected texts are the output of glibc's libquadmath for the same format (binary128).
#include "check.h"
#include "formatted.h"

#include <float.h>

static void printed(void)
{
    ROW("0.1000000000000000000000000000000000048 0.1 1.000000e-01", "%.37Lf %.33Lg %Le", 0.1L, 0.1L, 0.1L);
    ROW("0.33333333333333333333333333333333332", "%.35Lg", 1.0L / 3);
    ROW("3.14159265358979323846264338327950279748", "%.38Lf", 3.14159265358979323846264338327950288L);
    ROW("1.189731495357231765085759326628007e+4932", "%.35Lg", LDBL_MAX);
    ROW("3.3621031431120935062626778173217526e-4932", "%.35Lg", LDBL_MIN);
    ROW("6.4751751194380251109244389582276466e-4966 0.0", "%.35Lg %.1Lf", LDBL_TRUE_MIN, LDBL_TRUE_MIN);
    ROW("123456789012345678901234567890.0 -0", "%.1Lf %Lg", 123456789012345678901234567890.0L, -0.0L);
    ROW("1e-4000 5e+4000 -inf", "%Lg %Lg %Lf", 1e-4000L, 5e4000L, -__builtin_infl());
    ROW("+0001.5|1.5   | 1.50", "%+07.1Lf|%-6.1Lf|%5.2Lf", 1.5L, 1.5L, 1.5L);
}

static void hexadecimal(void)
{
    ROW("0x1.999999999999999999999999999ap-4 0x1.99ap-4 0x2p-4", "%La %.3La %.0La", 0.1L, 0.1L, 0.1L);
    ROW("0x1.ffffffffffffffffffffffffffffp+16383 0x2.000p+16383", "%La %.3La", LDBL_MAX, LDBL_MAX);
    ROW("0x0.0000000000000000000000000001p-16382 0x1p-16382", "%La %La", LDBL_TRUE_MIN, LDBL_MIN);
    ROW("+0x000000001.ffffp-3|0x1.4000p+1|-0X0P+0", "%+020.4La|%-8.4La|%LA", 0x1.ffffp-3L, 2.5L, -0.0L);
}

static void scanned(void)
{
    long double a = 0, b = 0, c = 0;
    int i = 0, n = -1, m = -1;
    char word[20], set[20];
    CHECK(sscanf("0.1", "%Lf", &a) == 1 && a == 0.1L);
    CHECK(sscanf(" 3 1e4000x 7", "%Lg%Le%19[a-z] %d%n", &a, &b, set, &i, &n) == 4);
    CHECK(a == 3 && b == 1e4000L && strcmp(set, "x") == 0 && i == 7 && n == 12);
    CHECK(sscanf("12345 0x1.8p3", "%2Lf%3Lf %La%n", &a, &b, &c, &n) == 3 && a == 12 && b == 345 && c == 12 && n == 13);
    CHECK(sscanf("inf -nan Infinity", "%Lf %Lf %Lf", &a, &b, &c) == 3 && a > LDBL_MAX && b != b && c > LDBL_MAX);
    CHECK(sscanf("5,6;7", "%Lf,%*Lf;%nb%n", &a, &n, &m) == 1 && a == 5 && n == 4 && m == -1);
    CHECK(sscanf("one 2.5 % 8", "%19s %Lf %% %d", word, &a, &i) == 3 && strcmp(word, "one") == 0 && a == 2.5L && i == 8);
    CHECK(sscanf("x", "%Lf", &a) == 0 && sscanf("", "%Lf", &a) == EOF && sscanf(" ", "%Lf", &a) == EOF);
    CHECK(sscanf("1e+", "%Lf", &a) == 0 && sscanf(".", "%Lf", &a) == 0 && sscanf("4 x", "%d %Lf", &i, &a) == 1);
    double d = 0;
    float f = 0;
    CHECK(sscanf("1.5 2.5 3.5", "%lf %f %Lf", &d, &f, &a) == 3 && d == 1.5 && f == 2.5f && a == 3.5L);
    CHECK(sscanf("0.3333333333333333333333333333333333333333333333333333333333333333333333333333333333", "%Lf", &a) == 1 && a == 1.0L / 3);
}

int main(void)
{
    printed();
    hexadecimal();
    scanned();
    return finish();
}
