// Messages of 0 to 300 bytes from any alignment to any alignment, received in several ways. Only the message itself is written.
#include "../check.h"

enum { BYTES_MAX = 300, ALIGNMENTS = 8, GUARD = 16, SEEDS = 16 };

static _Alignas(16) unsigned char sent[BYTES_MAX + (SEEDS + 1) * ALIGNMENTS];
static _Alignas(16) unsigned char room[GUARD + ALIGNMENTS + BYTES_MAX + GUARD], untouched[sizeof room];

enum way { EXACT, ANY_SOURCE, ANY_TAG, PROBED, POSTED, TRUNCATED, EXCHANGED, WAYS };

struct message {
    int bytes, from, to;  // length, and the alignment of the buffers
    enum way way;
    MPI_Comm comm;
    int rank;
};

static const unsigned char *contents(const struct message *message)
{
    return sent + message->bytes % SEEDS * ALIGNMENTS + message->from;
}

static void check(const struct message *message, const MPI_Status *status, int error, int wanted)
{
    int got = wanted < message->bytes ? wanted : message->bytes;
    size_t begin = GUARD + message->to, end = begin + got;
    CHECK(class_of(error) == (wanted < message->bytes ? MPI_ERR_TRUNCATE : MPI_SUCCESS));
    CHECK(status->MPI_SOURCE == (message->rank + size - 1) % size && status->MPI_TAG == message->bytes);
    CHECK(wanted < message->bytes || count_of(status, MPI_BYTE) == got);
    CHECK(memcmp(room, untouched, begin) == 0);
    // If the buffer is too short, MPICH may leave it unchanged.
    CHECK(memcmp(room + begin, contents(message), got) == 0 ||
          (wanted < message->bytes && memcmp(room + begin, untouched, got) == 0));
    CHECK(memcmp(room + end, untouched, sizeof room - end) == 0);
}

// The length of the receive buffer. It may end within the message, where a word or a payload is copied in line, or after it.
static int wanted_bytes(const struct message *message)
{
    static const int shorter[] = {0, 4, 8, 1, 12, 16, 24, 240};
    int few = shorter[(message->from + message->to) % 8];
    if (message->way == TRUNCATED)
        return few < message->bytes ? few : message->bytes - (message->bytes != 0);
    return message->way == ANY_TAG ? BYTES_MAX : message->bytes;
}

static void receive(const struct message *message)
{
    unsigned char *to = room + GUARD + message->to;
    int left = (message->rank + size - 1) % size, wanted = wanted_bytes(message), tag = message->bytes, error;
    MPI_Comm comm = message->comm;
    MPI_Status status;
    if (message->way == PROBED)
        MPI_Probe(left, tag, comm, MPI_STATUS_IGNORE);
    if (message->way == POSTED) {
        MPI_Request request;
        MPI_Irecv(to, wanted, MPI_BYTE, left, tag, comm, &request);
        error = MPI_Wait(&request, &status);
    } else {
        error = MPI_Recv(to, wanted, MPI_BYTE, message->way == ANY_SOURCE ? MPI_ANY_SOURCE : left,
                         message->way == ANY_TAG ? MPI_ANY_TAG : tag, comm, &status);
    }
    check(message, &status, error, wanted);
}

static void send(const struct message *message)
{
    MPI_Send(contents(message), message->bytes, MPI_BYTE, (message->rank + 1) % size, message->bytes, message->comm);
}

static void exchange(const struct message *message)
{
    MPI_Status status;
    int error = MPI_Sendrecv(contents(message), message->bytes, MPI_BYTE, (message->rank + 1) % size, message->bytes,
                             room + GUARD + message->to, message->bytes, MPI_BYTE, (message->rank + size - 1) % size,
                             message->bytes, message->comm, &status);
    check(message, &status, error, message->bytes);
}

// Passes the message once around all ranks.
static void pass(const struct message *message)
{
    memset(room, 0x5a, sizeof room);
    if (message->way == EXCHANGED) {
        exchange(message);
    } else if (message->rank == 0) {
        send(message);
        receive(message);
    } else {
        receive(message);
        send(message);
    }
}

// All lengths of a few words and around the end of a packet, and every seventh of the others.
static int next_length(int bytes)
{
    return bytes < 50 || (bytes >= 236 && bytes < 258) ? bytes + 1 : bytes < 236 && bytes + 7 > 236 ? 236 : bytes + 7;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comms[2] = {MPI_COMM_WORLD};
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[1]);
    MPI_Comm_set_errhandler(comms[0], MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(comms[1], MPI_ERRORS_RETURN);
    fill(sent, sizeof sent, 1);
    memset(untouched, 0x5a, sizeof untouched);
    for (int bytes = 0, number = 0; bytes <= BYTES_MAX; bytes = next_length(bytes)) {
        for (int pair = 0; pair < ALIGNMENTS * ALIGNMENTS; pair++) {
            // Each pair of alignments is tried in all ways, one after the other. Neighbouring lengths begin with different ways.
            int way = (number++ + bytes) % (2 * WAYS);
            MPI_Comm comm = comms[way % 2];
            pass(&(struct message){bytes, pair / ALIGNMENTS, pair % ALIGNMENTS, way / 2, comm,
                                   comm == MPI_COMM_WORLD ? rank : size - 1 - rank});
        }
    }
    MPI_Comm_free(&comms[1]);
    return end();
}
