// SPDX-License-Identifier: BSD-2-Clause
// A flexible array of the class itself stays its last member.
// RUN: %same_output --class Message %s
#include <cstdio>
#include <cstdlib>
#include <new>

struct Envelope {
    int length = 0;
};

struct Message : Envelope {
    int kind = 3;
    char text[];
    static Message* make(char const* from, int length) {
        auto* message = new (std::malloc(sizeof(Message) + static_cast<unsigned>(length))) Message;
        message->length = length;
        for (int index = 0; index < length; ++index)
            message->text[index] = from[index];
        return message;
    }
};

int main() {
    Message* message = Message::make("flatland", 4);
    std::printf("%d %d %.*s\n", message->kind, message->length, message->length, message->text);
    message->~Message();
    std::free(message);
}

// PRINTS: 3 4 flat
