// SPDX-License-Identifier: BSD-2-Clause
// `Slot()` and `Slot{}` zero what no constructor initialises.
// RUN: %same_output --class Slot %s
#include <cstdio>
#include <new>

struct Key {
    int key;
    char text[4];
};

struct Links : Key {
    Links* next;
};

struct Slot : Links {
    double weight;
    int used = 1;
};

void show(Slot const& slot) {
    std::printf("%d %d %d %.0f %d\n", slot.key, slot.text[3], slot.next != nullptr, slot.weight,
                slot.used);
}

int main() {
    alignas(Slot) unsigned char storage[sizeof(Slot)];
    for (auto& byte : storage)
        byte = 0xff;
    Slot* slot = new (storage) Slot();
    show(*slot);
    slot->key = 9;
    *slot = Slot();
    show(*slot);
    Slot* fresh = new Slot();
    show(*fresh);
    delete fresh;
}

// PRINTS: 0 0 0 0 1
// PRINTS: 0 0 0 0 1
// PRINTS: 0 0 0 0 1
