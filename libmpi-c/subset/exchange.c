// TMD-MPI: a send and a receive at once. The thesis' TMD-MPI has no MPI_Sendrecv. Rankine's has one because a full-duplex TMD-MPE
// performs both at the same time.
#include "channel/fsl/mpe.h"
#include "hal/fsl.h"
#include "subset/elements.h"
#include "subset/words.h"

#if defined RANKINE_CHANNEL_MPE && defined FSL_IS_FULL_DUPLEX

// The words of a message that must still be moved.
struct subset_rest {
    unsigned char *at, *end;
    bool is_whole;
};

static struct subset_rest subset_rest_of(const void *data, size_t bytes)
{
    unsigned char *at = (unsigned char *)data;
    return (struct subset_rest){at, at + bytes, subset_is_whole(data, bytes)};
}

static void subset_put_next(struct subset_rest *out)
{
    size_t left = out->end - out->at;
    uint32_t word = out->is_whole ? *(const subset_word *)out->at : subset_gather_word(out->at, left);
    if (fsl_try_put(word))
        out->at += 4;
}

static void subset_get_next(struct subset_rest *in)
{
    size_t left = in->end - in->at;
    if (!fsl_has_word())
        return;
    uint32_t word = fsl_get();
    if (in->is_whole)
        *(subset_word *)in->at = word;
    else
        subset_scatter_word(in->at, left, word);
    in->at += 4;
}

static bool subset_is_moved(const struct subset_rest *rest, size_t bytes)
{
    return FSL_HAS_MOVER && rest->is_whole && bytes / 4 >= MOVER_WORDS_MIN;
}

// Gives the receive's command first: words of the send may have to wait for their clear to send.
static void subset_exchange(unsigned to, uint32_t send_tag, const void *send, size_t send_bytes, unsigned from,
                            uint32_t receive_tag, void *receive, size_t receive_bytes)
{
    struct subset_rest out = subset_rest_of(send, send_bytes), in = subset_rest_of(receive, receive_bytes);
    bool moves_out = subset_is_moved(&out, send_bytes), moves_in = subset_is_moved(&in, receive_bytes);
    fsl_put_command(FSL_COMMAND_RECEIVE, subset_words(receive_bytes), subset_world.rank, from, receive_tag);
    if (moves_in)
        mover_get(receive, receive_bytes / 4);
    fsl_put_command(FSL_COMMAND_SEND, subset_words(send_bytes), subset_world.rank, to, send_tag);
    if (moves_out)
        mover_put(send, send_bytes / 4);
    while ((!moves_out && out.at < out.end) || (!moves_in && in.at < in.end)) {
        if (!moves_out && out.at < out.end)
            subset_put_next(&out);
        if (!moves_in && in.at < in.end)
            subset_get_next(&in);
    }
    while (moves_out && mover_is_putting())
        ;
    while (moves_in && mover_is_getting())
        ;
    if (receive_bytes == 0)
        fsl_get_control();
    SUBSET_MARK_MATCHED(from);
    SUBSET_MARK_RECEIVED();
}

#else

// The order of send and receive makes one of two ranks receive first, and at least one in a ring.
static void subset_exchange(unsigned to, uint32_t send_tag, const void *send, size_t send_bytes, unsigned from,
                            uint32_t receive_tag, void *receive, size_t receive_bytes)
{
    if (subset_world.rank < to)
        subset_send(to, send_tag, send, send_bytes);
    subset_receive(from, receive_tag, receive, receive_bytes);
    if (subset_world.rank > to)
        subset_send(to, send_tag, send, send_bytes);
}

#endif

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    subset_check_comm(comm);
    subset_check_tag(sendtag);
    subset_check_tag(recvtag);
    subset_check_peer(dest);
    subset_check_peer(source);
    size_t send_bytes = subset_bytes(sendcount, sendtype), receive_bytes = subset_bytes(recvcount, recvtype);
    SUBSET_MARK_SENDING(SUBSET_MARK_USER, dest, sendtag, send_bytes);
    subset_exchange(dest, sendtag, sendbuf, send_bytes, source, recvtag, recvbuf, receive_bytes);
    subset_set_status(status, source, recvtag, receive_bytes);
    return MPI_SUCCESS;
}
