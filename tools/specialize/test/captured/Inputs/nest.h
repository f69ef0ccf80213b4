// SPDX-License-Identifier: BSD-2-Clause
// A client that holds its stream in a structure within a structure.
struct stream;
struct operations {
    int (*put)(struct stream *stream, int value);
};
enum direction { ENCODE, DECODE };
struct stream {
    enum direction direction;
    struct operations const *operations;
    unsigned char *place;
    unsigned left;
};
struct state {
    struct stream stream;
    int version;
    unsigned urgent : 1, kind : 3;
    double rate;
    int lengths[3];
    int const *last_length;
    union {
        int number;
        float fraction;
    } either;
    struct operations const *const *choice;
    _Bool is_open;
    void (*release)(void *memory);
};
struct client {
    struct state *state;
    int calls;
};
struct client *open_client(unsigned char *buffer, unsigned size);
int call(struct client *client, int const *arguments, int flags);
