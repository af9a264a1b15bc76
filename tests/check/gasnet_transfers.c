// Transfers of GASNet that are never synchronized: a put with a handle, and gets without. Earlier transfers are synchronized in every way.
// run: -n 2 --platform manycore
// exit: 87
// check: not completed, not completed
// stderr: the transfer is never synchronized
// stderr: in gasnet_put_nb(node 0, nbytes 4)
// stderr: gasnet_transfers.c:45
// stderr: in gasnet_get_nbi(node 0, nbytes 4)
// stderr: gasnet_transfers.c:47
// stderr: 4 times in all, in ranks 0, 1
#include <gasnet.h>

static void synchronize_all(int *there, gasnet_node_t node)
{
    int here[4] = {1, 2, 3, 4};
    gasnet_handle_t handles[4];
    for (int i = 0; i < 4; i++)
        handles[i] = gasnet_put_nb(node, &there[i], &here[i], sizeof here[i]);
    while (gasnet_try_syncnb_all(handles, 4) != GASNET_OK)
        ;
    handles[0] = gasnet_get_nb(here, node, there, sizeof here);
    handles[1] = gasnet_memset_nb(node, there + 4, 5, sizeof here);
    gasnet_wait_syncnb_some(handles, 2);
    gasnet_wait_syncnb_all(handles, 2);
    gasnet_begin_nbi_accessregion();
    gasnet_put_nbi(node, there, here, sizeof here);
    gasnet_wait_syncnb(gasnet_end_nbi_accessregion());
    gasnet_wait_syncnb_valget(gasnet_get_nb_val(node, there, sizeof *there));
    gasnet_put_nbi(node, there, here, sizeof here);
    while (gasnet_try_syncnbi_puts() != GASNET_OK)
        ;
    gasnet_get_nbi(here, node, there, sizeof here);
    gasnet_wait_syncnbi_all();
}

int main(int argc, char **argv)
{
    gasnet_seginfo_t segments[2];
    gasnet_init(&argc, &argv);
    gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0);
    gasnet_getSegmentInfo(segments, 2);
    gasnet_node_t other = 1 - gasnet_mynode();
    static int value;
    synchronize_all(segments[other].addr, other);
    gasnet_put_nb(other, segments[other].addr, &value, sizeof value);
    for (volatile int i = 0; i < 2; i++)
        gasnet_get_nbi(&value, other, segments[other].addr, sizeof value);
    gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
    gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
    gasnet_exit(0);
}
