// Tests stdio on files: write, read, append, seek, update, push back, redirect, remove.
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *name = "libc-files.tmp";

static void write_and_read(void)
{
    FILE *f = fopen(name, "w");
    CHECK(f && fprintf(f, "one\ntwo %d\n", 2) == 10 && fputs("three", f) >= 0);
    CHECK(ftell(f) == 15 && fclose(f) == 0);
    char line[40];
    f = fopen(name, "r");
    CHECK(fgets(line, sizeof line, f) && !strcmp(line, "one\n"));
    CHECK(ftell(f) == 4);
    CHECK(fgets(line, 4, f) && !strcmp(line, "two"));
    CHECK(fgets(line, sizeof line, f) && !strcmp(line, " 2\n"));
    CHECK(!feof(f) && fgets(line, sizeof line, f) && !strcmp(line, "three")); // no newline at the end
    CHECK(feof(f) && !fgets(line, sizeof line, f) && fgetc(f) == EOF && !ferror(f));
    rewind(f);
    CHECK(!feof(f) && fgetc(f) == 'o' && ungetc('X', f) == 'X' && ftell(f) == 0 && fgetc(f) == 'X' && fgetc(f) == 'n');
    CHECK(fputc('x', f) == EOF); // not open for writing
    fclose(f);
}

static void append_and_seek(void)
{
    FILE *f = fopen(name, "a");
    CHECK(f && ftell(f) == 15 && fputs("!\n", f) >= 0 && fclose(f) == 0);
    f = fopen(name, "r+");
    CHECK(fseek(f, 4, SEEK_SET) == 0 && fputs("TWO", f) >= 0);
    CHECK(fseek(f, 0, SEEK_CUR) == 0 && fgetc(f) == ' ' && fgetc(f) == '2');
    CHECK(fseek(f, -2, SEEK_END) == 0 && fgetc(f) == '!');
    fpos_t at;
    CHECK(fseek(f, 1, SEEK_SET) == 0 && fgetpos(f, &at) == 0 && fgetc(f) == 'n');
    CHECK(fsetpos(f, &at) == 0 && fgetc(f) == 'n');
    CHECK(fseek(f, -1, SEEK_SET) < 0);
    rewind(f);
    char all[40];
    size_t got = fread(all, 1, sizeof all, f);
    CHECK(got == 17 && !memcmp(all, "one\nTWO 2\nthree!\n", 17));
    fclose(f);
}

static void large_blocks(void)
{
    enum { COUNT = 10000 };
    static int numbers[COUNT], back[COUNT];
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i * 7;
    FILE *f = fopen(name, "wb+");
    CHECK(fwrite(numbers, sizeof *numbers, 3, f) == 3);
    CHECK(fwrite(numbers + 3, sizeof *numbers, COUNT - 3, f) == COUNT - 3);
    CHECK(ftell(f) == (long)sizeof numbers);
    rewind(f);
    CHECK(fgetc(f) == 0 && ungetc(0, f) == 0);
    CHECK(fread(back, sizeof *back, COUNT, f) == COUNT && !memcmp(numbers, back, sizeof back));
    CHECK(fread(back, sizeof *back, 1, f) == 0 && feof(f));
    CHECK(fseek(f, 5000 * sizeof *numbers, SEEK_SET) == 0);
    CHECK(fread(back, sizeof *back, 1, f) == 1 && back[0] == 35000);
    fclose(f);
}

static void buffers(void)
{
    FILE *writer = fopen(name, "w"), *reader = fopen(name, "r");
    setvbuf(writer, NULL, _IONBF, 0);
    fprintf(writer, "%d-", 1);
    CHECK(fgetc(reader) == '1' && fgetc(reader) == '-');
    setvbuf(writer, NULL, _IOLBF, 0);
    fputs("a\nb", writer);
    clearerr(reader);
    CHECK(fgetc(reader) == 'a' && fgetc(reader) == '\n' && fgetc(reader) == EOF);
    static char own[100];
    CHECK(setvbuf(writer, own, _IOFBF, sizeof own) == 0);
    fputs("c\n", writer);
    fflush(NULL);
    clearerr(reader);
    CHECK(fgetc(reader) == 'b' && fgetc(reader) == 'c');
    fclose(reader);
    fclose(writer);
}

static void redirect(void)
{
    FILE *f = fopen(name, "w");
    fputs("5 2.5 word\na longer line of input\nlast", f);
    fclose(f);
    CHECK(freopen(name, "r", stdin) == stdin);
    int i;
    double d;
    char word[10], *line = NULL;
    size_t size = 0;
    CHECK(scanf("%d %lf %9s ", &i, &d, word) == 3 && i == 5 && d == 2.5 && !strcmp(word, "word"));
    CHECK(getchar() == 'a' && getline(&line, &size, stdin) == 22 && !strcmp(line, " longer line of input\n"));
    CHECK(getline(&line, &size, stdin) == 4 && !strcmp(line, "last") && getline(&line, &size, stdin) == -1);
    free(line);
}

static void errors(void)
{
    errno = 0;
    CHECK(!fopen("no-such-directory/file", "r") && errno == ENOENT);
    CHECK(!strcmp(strerror(errno), "No such file or directory"));
    CHECK(!fopen(name, "q") && errno == EINVAL);
    CHECK(!fopen(name, "wx") && errno == EEXIST);
    CHECK(rename(name, "libc-files-2.tmp") == 0 && remove("libc-files-2.tmp") == 0);
    CHECK(remove("libc-files-2.tmp") != 0 && errno == ENOENT);
}

static void memory_streams(void)
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    for (int i = 0; i < 100; i++)
        fprintf(f, "%d,", i);
    CHECK(fclose(f) == 0 && size == 290 && strlen(text) == 290 && !strncmp(text, "0,1,2,", 6));
    free(text);
    char fixed[] = "12 34";
    f = fmemopen(fixed, 5, "r");
    int a, b;
    CHECK(f && fscanf(f, "%d %d", &a, &b) == 2 && a == 12 && b == 34);
    fclose(f);
    f = tmpfile();
    CHECK(f && fputs("x", f) >= 0 && fseek(f, 0, SEEK_SET) == 0 && fgetc(f) == 'x');
    fclose(f);
}

int main(void)
{
    write_and_read();
    append_and_seek();
    large_blocks();
    buffers();
    redirect();
    errors();
    memory_streams();
    return finish();
}
