// One node calls gasnet_exit: the job ends with its code, while the other nodes poll for messages.
#include "check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv, NULL, 0, 0);
    if (rank == size / 2) {
        printf("ok\n");
        gasnet_exit(7);
    }
    for (;;)
        gasnet_AMPoll();
}
