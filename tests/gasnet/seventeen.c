// Calls a function with 17 arguments, which does not exist: the program does not link, and the message has the line of the call.
#include <gasnet.h>

int main(int argc, char **argv)
{
    gasnet_init(&argc, &argv);
    gasnet_AMRequestShort17(0, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    return 0;
}
