// SPDX-License-Identifier: BSD-2-Clause
// Mixed work whose slow-down by the plugin is measured: sorting, hashing, lists and copying.
#include <stdint.h>

enum { rounds = 30, count = 1 << 14, slots = 2 * count };

struct Node {
    struct Node* next;
    uint64_t value;
};

static uint32_t numbers[count];
static uint64_t table[slots];
static struct Node nodes[count];
static char source[count];
static char target[count];
static uint64_t seed = 88172645463325252;

uint64_t sum;

// Marsaglia, Xorshift RNGs.
static uint64_t next_random(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static void sort(void) {
    for (int i = 0; i < count; i++)
        numbers[i] = (uint32_t)next_random();
    for (int gap = count / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < count; i++) {
            uint32_t const number = numbers[i];
            int j = i;
            for (; j >= gap && numbers[j - gap] > number; j -= gap)
                numbers[j] = numbers[j - gap];
            numbers[j] = number;
        }
    }
}

static void hash(void) {
    for (int i = 0; i < slots; i++)
        table[i] = 0;
    for (int i = 0; i < count; i++) {
        uint64_t const key = next_random();
        uint64_t slot = key % slots;
        while (table[slot] != 0 && table[slot] != key)
            slot = (slot + 1) % slots;
        table[slot] = key;
    }
}

static void walk(void) {
    for (int i = 0; i < count; i++)
        nodes[i] = (struct Node){&nodes[next_random() % count], (uint64_t)i};
    struct Node const* node = nodes;
    for (int i = 0; i < 4 * count; i++) {
        sum += node->value;
        node = node->next;
    }
}

static void copy(void) {
    for (int round = 0; round < 8; round++) {
        for (int i = 0; i < count; i++)
            source[i] = (char)(i * round);
        for (int i = 0; i < count; i++)
            target[i] = source[i];
        sum += (uint64_t)target[seed % count];
    }
}

void work(void) {
    for (int round = 0; round < rounds; round++) {
        sort();
        hash();
        walk();
        copy();
    }
}
