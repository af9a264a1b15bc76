// There is no function with 17 arguments: the program does not link, and the message has the call's line.
#include <gasnet.h>

int main(int argc, char **argv)
{
    gasnet_init(&argc, &argv);
    gasnet_AMRequestShort17(0, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    return 0;
}
