// Environment variables for gasnet_tools.h, and numbers as texts.
#include <ctype.h>
#include <errno.h>
#include <gasnet_tools.h>
#include <strings.h>

enum { NUMBER_TEXT = 80, SUFFIXES = 5 };

static const char number_suffixes[SUFFIXES] = {'B', 'K', 'M', 'G', 'T'};

static uint64_t number_unit(unsigned suffix)
{
    return (uint64_t)1 << 10 * suffix;
}

// Returns the unit that the text names, such as 1024 for "KB" and "k"; `otherwise` for none; 0 for other text.
static uint64_t number_unit_of(const char *text, uint64_t otherwise)
{
    while (isspace((unsigned char)*text))
        text++;
    if (*text == '\0')
        return otherwise;
    for (unsigned i = 0; i < SUFFIXES; i++) {
        if (toupper((unsigned char)*text) != number_suffixes[i])
            continue;
        const char *end = i != 0 && toupper((unsigned char)text[1]) == 'B' ? text + 2 : text + 1;
        return *end == '\0' ? number_unit(i) : 0;
    }
    return 0;
}

// Stores the number in the text. Returns 0, or -1 if there is none. Bytes may have a fraction.
static int number_read(const char *text, uint64_t unit, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 0);
    if (end == text || errno != 0)
        return -1;
    if (unit == 0)
        return *end == '\0' ? 0 : -1;
    double bytes = *value;
    if (*end == '.')
        bytes = strtod(text, &end);
    uint64_t scale = number_unit_of(end, unit);
    if (scale == 0 || bytes * scale >= 9.2e18 || bytes * scale <= -9.2e18)
        return -1;
    *value = bytes == *value ? *value * (int64_t)scale : (int64_t)(bytes * scale);
    return 0;
}

int64_t gasnet_tools_parse_int(const char *text, uint64_t unit)
{
    int64_t value;
    if (number_read(text, unit, &value) != 0)
        gasnet_tools_fatal("gasnett_parse_int: not a number%s: %s", unit == 0 ? "" : " of bytes", text);
    return value;
}

// Writes bytes in the largest unit of which they are a multiple.
char *gasnet_tools_format_number(int64_t value, char *to, size_t size, int is_bytes)
{
    unsigned suffix = 0;
    while (is_bytes && suffix + 1 < SUFFIXES && value != 0 && value % (int64_t)number_unit(suffix + 1) == 0)
        suffix++;
    if (!is_bytes)
        snprintf(to, size, "%lld", (long long)value);
    else
        snprintf(to, size, "%lld %c%s", (long long)(value / (int64_t)number_unit(suffix)), number_suffixes[suffix],
                 suffix == 0 ? "" : "B");
    return to;
}

int gasnet_tools_verbose(void)
{
    return getenv("GASNET_VERBOSEENV") != NULL;
}

void gasnet_tools_show(const char *name, const char *value, int is_default)
{
    if (gasnet_tools_verbose())
        fprintf(stderr, "ENV parameter: %s = %s%s\n", name, value, is_default ? " (default)" : "");
}

void gasnet_tools_show_int(const char *name, int64_t value, int is_default, int is_bytes)
{
    char text[NUMBER_TEXT];
    gasnet_tools_show(name, gasnet_tools_format_number(value, text, sizeof text, is_bytes), is_default);
}

void gasnet_tools_show_double(const char *name, double value, int is_default)
{
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%g", value);
    gasnet_tools_show(name, text, is_default);
}

const char *gasnet_tools_env(const char *name, const char *otherwise)
{
    const char *given = getenv(name);
    gasnet_tools_show(name, given != NULL ? given : otherwise != NULL ? otherwise : "*not set*", given == NULL);
    return given != NULL ? given : otherwise;
}

static int is_one_of(const char *text, const char *const *words)
{
    while (*words != NULL && strcasecmp(text, *words) != 0)
        words++;
    return *words != NULL;
}

int gasnet_tools_env_yes(const char *name, int otherwise)
{
    static const char *const yes[] = {"yes", "y", "1", NULL}, *const no[] = {"no", "n", "0", NULL};
    const char *text = gasnet_tools_env(name, otherwise ? "YES" : "NO");
    if (!is_one_of(text, yes) && !is_one_of(text, no))
        gasnet_tools_fatal("%s=%s in the environment: give yes or no", name, text);
    return is_one_of(text, yes);
}

int64_t gasnet_tools_env_int(const char *name, int64_t otherwise, uint64_t unit)
{
    const char *text = getenv(name);
    int64_t value = otherwise;
    if (text != NULL && number_read(text, unit, &value) != 0)
        gasnet_tools_fatal("%s=%s in the environment: give a number%s", name, text, unit == 0 ? "" : " of bytes, such as 64KB");
    gasnet_tools_show_int(name, value, text == NULL, unit != 0);
    return value;
}

// Reads a number or a fraction, such as 3/8.
double gasnet_tools_env_double(const char *name, double otherwise)
{
    const char *text = getenv(name);
    double value = otherwise, divisor = 1;
    if (text != NULL) {
        char *end;
        value = strtod(text, &end);
        int is_number = end != text;
        if (is_number && *end == '/') {
            const char *below = end + 1;
            divisor = strtod(below, &end);
            is_number = end != below;
        }
        if (!is_number || *end != '\0')
            gasnet_tools_fatal("%s=%s in the environment: give a number, or a fraction such as 3/8", name, text);
    }
    gasnet_tools_show_double(name, value / divisor, text == NULL);
    return value / divisor;
}

void gasnet_tools_setenv(const char *name, const char *value)
{
    if (setenv(name, value, 1) != 0)
        gasnet_tools_fatal("gasnett_setenv(\"%s\"): %s", name, strerror(errno));
}

void gasnet_tools_unsetenv(const char *name)
{
    unsetenv(name);
}
