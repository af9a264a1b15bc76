// Tests gasnet_tools.h without its clocks: the environment, numbers in texts, locks of a program that may
// have threads, data of threads, blocks of memory, backtraces. None of it needs GASNet to be started.
#define GASNET_PAR 1
#include "check.h"

#include <errno.h>
#include <gasnet_tools.h>

GASNETT_IDENT(toolbox_ident, "$Toolbox: a text $");
GASNETT_THREADKEY_DEFINE(key);
GASNETT_THREADKEY_DECLARE(key);

static int backtraces;

static int own_backtrace(int descriptor)
{
    backtraces += descriptor == STDERR_FILENO;
    return 0;
}

gasnett_backtrace_type_t gasnett_backtrace_user = {"OWN", own_backtrace, 1};

GASNETT_INLINE(twice)
int twice(int value)
{
    return 2 * value;
}

static void check_environment(void)
{
    gasnett_setenv("TOOL_BYTES", "1.5 KB");
    gasnett_setenv("TOOL_NUMBER", "-0x20");
    gasnett_setenv("TOOL_WORD", "word");
    gasnett_setenv("TOOL_YES", "No");
    gasnett_setenv("TOOL_PART", "3/8");
    CHECK(gasnett_getenv_int_withdefault("TOOL_BYTES", 1, 1) == 1536 && gasnett_getenv_int_withdefault("TOOL_NUMBER", 1, 0) == -32);
    CHECK(gasnett_getenv_int_withdefault("TOOL_NONE", -5, 0) == -5);
    CHECK(strcmp(gasnett_getenv_withdefault("TOOL_WORD", "other"), "word") == 0);
    CHECK(strcmp(gasnett_getenv_withdefault("TOOL_NONE", "other"), "other") == 0);
    CHECK(!gasnett_getenv_yesno_withdefault("TOOL_YES", 1) && gasnett_getenv_yesno_withdefault("TOOL_NONE", 1));
    CHECK(gasnett_getenv_dbl_withdefault("TOOL_PART", 1) == 0.375 && gasnett_getenv_dbl_withdefault("TOOL_NONE", -2.5) == -2.5);
    gasnett_unsetenv("TOOL_WORD");
    CHECK(gasnett_getenv("TOOL_WORD") == NULL && !gasnett_verboseenv());
}

static void check_numbers(void)
{
    static const struct {
        const char *text;
        uint64_t unit;
        int64_t value;
        const char *again;
    } rows[] = {{"0", 0, 0, "0"},           {"-17", 0, -17, "-17"},        {"0x7fffffffffffffff", 0, INT64_MAX, "9223372036854775807"},
                {"0", 1, 0, "0 B"},         {"64KB", 1, 65536, "64 KB"},   {"3", 1 << 20, 3 << 20, "3 MB"},
                {"1000", 1, 1000, "1000 B"}, {"2T", 1, (int64_t)2 << 40, "2 TB"}, {"0.5g", 1, 1 << 29, "512 MB"}, {"-1k", 1, -1024, "-1 KB"}};
    char text[40];
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(gasnett_parse_int(rows[i].text, rows[i].unit) == rows[i].value);
        CHECK(strcmp(gasnett_format_number(rows[i].value, text, sizeof text, rows[i].unit != 0), rows[i].again) == 0);
    }
}

static void check_locks(void)
{
    gasnett_mutex_t mutex = GASNETT_MUTEX_INITIALIZER;
    gasnett_rwlock_t shared = GASNETT_RWLOCK_INITIALIZER;
    gasnett_cond_t condition = GASNETT_COND_INITIALIZER;
    gasnett_mutex_assertunlocked(&mutex);
    gasnett_mutex_lock(&mutex);
    gasnett_mutex_assertlocked(&mutex);
    CHECK(gasnett_mutex_trylock(&mutex) == EBUSY);
    gasnett_cond_signal(&condition);
    gasnett_cond_broadcast(&condition);
    gasnett_mutex_unlock(&mutex);
    CHECK(gasnett_mutex_trylock(&mutex) == 0);
    gasnett_mutex_unlock(&mutex);
    gasnett_mutex_destroy(&mutex);
    gasnett_rwlock_rdlock(&shared);
    CHECK(gasnett_rwlock_trywrlock(&shared) == EBUSY);
    gasnett_rwlock_unlock(&shared);
    gasnett_rwlock_wrlock(&shared);
    gasnett_rwlock_assertwrlocked(&shared);
    gasnett_rwlock_unlock(&shared);
    CHECK(gasnett_threadkey_get(key) == NULL);
    gasnett_threadkey_set(key, &mutex);
    CHECK(gasnett_threadkey_get_noinit(key) == &mutex);
}

static void check_memory(void)
{
    unsigned char bytes[] = {0, 1, 0, 2, 3, 0, 4}, copy[sizeof bytes];
    CHECK(gasnett_count0s(bytes, sizeof bytes) == 3 && gasnett_count0s_copy(copy, bytes, sizeof bytes) == 3);
    CHECK(memcmp(copy, bytes, sizeof bytes) == 0 && gasnett_checksum(copy, sizeof copy) == gasnett_checksum(bytes, sizeof bytes));
    copy[3] ^= 1;
    CHECK(gasnett_checksum(copy, sizeof copy) != gasnett_checksum(bytes, sizeof bytes));
    CHECK(gasnett_count0s_uint32_t(0x00ff0001) == 2 && gasnett_count0s_uint64_t(1) == 7 &&
          gasnett_count0s_uintptr_t(0) == sizeof(uintptr_t));
    CHECK(gasnett_isLittleEndian() && (1 << GASNETT_PAGESHIFT) == GASNETT_PAGESIZE && gasnett_cpu_count() == 1);
}

static void check_debugging(void)
{
    gasnett_backtrace_init("toolbox");
    CHECK(gasnett_print_backtrace(STDERR_FILENO) == 0 && backtraces == 1);
    CHECK(gasnett_print_backtrace_ifenabled(STDERR_FILENO) != 0 && backtraces == 1);
    char *place = gasnett_current_loc;
    CHECK(strstr(place, "check_debugging") != NULL && strstr(place, "toolbox.c:") != NULL);
    free(place);
    GASNETT_TRACE_PRINTF("%d", 1);
    if_pf (GASNETT_TRACE_ENABLED)
        CHECK(0);
    if_pt (twice(2) == 4)
        CHECK(gasnett_reghandler(SIGUSR1, SIG_IGN) == SIG_DFL);
}

int main(int argc, char **argv)
{
    check_environment();
    check_numbers();
    check_locks();
    check_memory();
    check_debugging();
    begin(&argc, &argv, NULL, 0, GASNET_PAGESIZE);
    CHECK(strlen(gasnett_gethostname()) > 0);
    end();
}
