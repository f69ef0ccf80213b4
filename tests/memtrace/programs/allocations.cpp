// SPDX-License-Identifier: BSD-2-Clause
// Every way to allocate an object, each used once; and memory of the same size that is not an
// object.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>

struct Item {
    long number;
    char rest[36];
};

struct alignas(128) Aligned {
    long number;
};

struct Flexible {
    long number;
    int more[];
};

__attribute__((noinline)) void use(void* item) {
    *static_cast<long volatile*>(item) = 1;
}

static void use_and_free(void* item) {
    use(item);
    std::free(item);
}

static void with_malloc() {
    use_and_free(std::malloc(sizeof(Item)));
    use_and_free(std::calloc(1, sizeof(Item)));
    use_and_free(std::realloc(nullptr, sizeof(Item)));
    use_and_free(std::realloc(std::malloc(8), sizeof(Item)));
    use_and_free(reallocarray(nullptr, 1, sizeof(Item)));
    use_and_free(memalign(64, sizeof(Item)));
    use_and_free(std::aligned_alloc(16, sizeof(Item)));
    void* item = nullptr;
    if (posix_memalign(&item, 64, sizeof(Item)) == 0) use_and_free(item);
}

static void with_new() {
    Item* item = new Item;
    use(item);
    delete item;
    item = new (std::nothrow) Item;
    use(item);
    delete item;
    auto* const aligned = new Aligned;
    use(aligned);
    delete aligned;
}

static void of_others() {
    use_and_free(std::malloc(sizeof(Item) - 1));
    use_and_free(std::realloc(std::malloc(sizeof(Item)), sizeof(Item) + 32));
    char text[sizeof(Item)] = {};
    std::memset(text, 'x', sizeof text - 1);
    use_and_free(strdup(text)); // the C library allocates it
}

int main() {
    with_malloc();
    with_new();
    of_others();
    auto* const flexible = static_cast<Flexible*>(std::malloc(sizeof(Flexible) + 20));
    use(&flexible->number);
    std::free(flexible);
    auto* const many = static_cast<Item*>(std::calloc(3, sizeof(Item)));
    use(many + 2);
    std::free(many);
    auto* const several = new Item[2];
    use(several + 1);
    delete[] several;
    return 0;
}
