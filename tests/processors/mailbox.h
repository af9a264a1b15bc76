// The mailbox of tests/processors.rs: a word from the host, and a word from the second processor.
#define MAILBOX ((volatile unsigned *)0x70000000)
enum { FROM_HOST, FROM_SECOND };

// Waits until a word has this value.
__attribute__((noipa)) static void wait_for(int word, unsigned value)
{
    while (MAILBOX[word] != value) {
    }
}
