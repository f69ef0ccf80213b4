// SPDX-License-Identifier: BSD-2-Clause
// An array without a size stays last.
// RUN: %same_output --class message %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    char kind;
    long id;
    short length;
    char text[];
};

int main(void) {
    struct message *message = malloc(sizeof(struct message) + 6);
    memset(message, 0, sizeof *message);
    message->kind = 'k';
    message->id = 5;
    message->length = 6;
    memcpy(message->text, "hello", 6);
    printf("%c %ld %d %s\n", message->kind, message->id, message->length, message->text);
    free(message);
}

// PRINTS: k 5 6 hello
