// Tests what main gets: arguments, environment, effects of constructors, and thread-local variables.
#include "check.h"

#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int constructed;
static _Thread_local int zero, one = 1;
static _Thread_local char aligned[100] __attribute__((aligned(32)));
static int in_bss[1000];
static int own __attribute__((section("own_section"))) = 5;
extern int __start_own_section[], __stop_own_section[];

__attribute__((constructor(200))) static void early(void)
{
    constructed = constructed * 10 + 1;
}

__attribute__((constructor)) static void late(void)
{
    constructed = constructed * 10 + 2;
}

static void options(void)
{
    char *words[] = {"program", "-a", "-n", "5", "--long=x", "rest", NULL};
    static const struct option longs[] = {{"long", required_argument, NULL, 'L'}, {NULL, 0, NULL, 0}};
    char seen[10] = "";
    int n = 0;
    for (int c; (c = getopt_long(6, words, "an:", longs, NULL)) != -1;) {
        strncat(seen, (char[2]){(char)c}, 1);
        if (c == 'n')
            n = atoi(optarg);
    }
    CHECK(!strcmp(seen, "anL") && n == 5 && optind == 5);
}

int main(int argc, char **argv, char **envp)
{
    CHECK(argc >= 1 && argv[0] && argv[0][0] && !argv[argc]);
    for (int i = 1; i < argc; i++)
        CHECK(strlen(argv[i]) > 0);
    CHECK(envp == environ);
    CHECK(((uintptr_t)__builtin_frame_address(0) & 15) == 0);
    CHECK(constructed == 12);
    CHECK(zero == 0 && one == 1 && (uintptr_t)aligned % 32 == 0);
    errno = 42;
    aligned[99] = 7;
    CHECK(errno == 42 && zero == 0 && one == 1);
    for (int i = 0; i < 1000; i++)
        CHECK(in_bss[i] == 0);
    int *volatile start = __start_own_section, *volatile stop = __stop_own_section; // volatile, because the compiler takes them for unrelated objects
    CHECK(start == &own && stop == &own + 1 && *start == 5);
    CHECK(!getenv("RANKINE_TEST_UNSET"));
    CHECK(setenv("RANKINE_TEST_SET", "value", 1) == 0 && !strcmp(getenv("RANKINE_TEST_SET"), "value"));
    options();
    return finish();
}
