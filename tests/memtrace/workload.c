// SPDX-License-Identifier: BSD-2-Clause
// Handles requests that hash, sort and chain: for tests/memtrace/overhead.py.
#include <stdio.h>
#include <stdlib.h>

struct request {
    unsigned id;
    unsigned state;
    char text[40];
    struct request* next;
    unsigned long sum;
};

enum { request_count = 64, sorted_count = 32, table_size = 1 << 16 };

static unsigned table[table_size];

static int compare(void const* one, void const* other) {
    unsigned const a = *(unsigned const*)one;
    unsigned const b = *(unsigned const*)other;
    return (a > b) - (a < b);
}

__attribute__((noinline)) void handle_request(struct request* request) {
    unsigned hash = 5381;
    unsigned values[sorted_count];
    request->state++;
    for (char const* text = request->text; *text != '\0'; text++)
        hash = hash * 33 ^ (unsigned char)*text;
    table[hash % table_size]++;
    for (unsigned i = 0; i < sorted_count; i++)
        values[i] = table[(hash + i * 77) % table_size] ^ i;
    qsort(values, sorted_count, sizeof *values, compare);
    request->sum += values[3];
    request->next->state = hash;
}

int main(int count, char** words) {
    int const turns = count > 1 ? atoi(words[1]) : 200000;
    struct request* all[request_count];
    for (int i = 0; i < request_count; i++) {
        all[i] = calloc(1, sizeof **all);
        snprintf(all[i]->text, sizeof all[i]->text, "request number %d", i * 977);
    }
    for (int i = 0; i < request_count; i++)
        all[i]->next = all[(i * 7 + 1) % request_count];
    for (int i = 0; i < turns; i++) {
        handle_request(all[i % request_count]);
        if (i % 4 == 0) free(malloc(sizeof **all));
    }
    return 0;
}
