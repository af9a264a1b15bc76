// Tests the collectives of gasnet_coll.h with every root and with sizes up
// to several messages, one after the other, with active messages in between.
#include "check.h"

enum { COUNT = 128, MOST = 10000, LOCAL = GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC };

static unsigned come;

static void count(gasnet_token_t token)
{
    (void)token;
    come++;
}

static gasnet_handlerentry_t table[] = {{COUNT, count}};
static unsigned char *one, *many, *got;

// The seed of the data that node `from` has for node `to`.
static int seed(unsigned from, unsigned to)
{
    return from * 31 + to * 7 + 1;
}

static void check_rooted(unsigned root, size_t bytes)
{
    fill(one, bytes, seed(root, 0));
    memset(got, 0, bytes);
    gasnet_coll_broadcast(GASNET_TEAM_ALL, got, root, one, bytes, LOCAL);
    CHECK(filled(got, bytes, seed(root, 0)));
    for (unsigned node = 0; node < size; node++)
        fill(many + node * bytes, bytes, seed(root, node));
    gasnet_coll_scatter(GASNET_TEAM_ALL, got, root, many, bytes, LOCAL);
    CHECK(filled(got, bytes, seed(root, rank)));
    fill(one, bytes, seed(rank, root));
    gasnet_coll_gather(GASNET_TEAM_ALL, root, got, one, bytes, LOCAL);
    for (unsigned node = 0; rank == root && node < size; node++)
        CHECK(filled(got + node * bytes, bytes, seed(node, root)));
}

static void check_of_all(size_t bytes)
{
    fill(one, bytes, seed(rank, 0));
    gasnet_coll_gather_all(GASNET_TEAM_ALL, got, one, bytes, LOCAL);
    for (unsigned node = 0; node < size; node++)
        CHECK(filled(got + node * bytes, bytes, seed(node, 0)));
    for (unsigned node = 0; node < size; node++)
        fill(many + node * bytes, bytes, seed(rank, node));
    gasnet_coll_exchange(GASNET_TEAM_ALL, got, many, bytes, LOCAL | GASNET_COLL_OUT_ALLSYNC);
    for (unsigned node = 0; node < size; node++)
        CHECK(filled(got + node * bytes, bytes, seed(node, rank)));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, table, 1, GASNET_PAGESIZE);
    gasnet_nodeinfo_t nodes[size];
    CHECK(gasnet_getNodeInfo(nodes, size) == GASNET_OK && nodes[size - 1].supernode == size - 1 && nodes[rank].host == rank);
    one = malloc(MOST);
    many = malloc(MOST * size);
    got = malloc(MOST * size);
    gasnet_coll_init(NULL, 0, NULL, 0, 0);
    static const size_t sizes[] = {0, 1, 7, 512, 4097, MOST};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (unsigned root = 0; root < size; root++) {
            check_rooted(root, sizes[i]);
            gasnet_AMRequestShort0(root, COUNT);
        }
        check_of_all(sizes[i]);
    }
    GASNET_BLOCKUNTIL(come == size * (sizeof sizes / sizeof sizes[0]));
    end();
}
