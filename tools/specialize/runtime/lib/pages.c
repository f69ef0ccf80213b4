// SPDX-License-Identifier: BSD-2-Clause
// Changes code that threads may be running, without a page that is writable and executable: the
// changed copy of a page is moved over it by mremap(2).
//
// The usual scheme is a store of 8 aligned bytes through a second, writable mapping of shared
// memory. Ours is slower by a few microseconds and buys this for it: no byte of memory ever changes
// while it is code, so Intel's rule on cross-modifying code (SDM volume 3, 9.1.3) does not apply;
// the pages are private, so a child of fork and its parent never see each other's changes; and
// Valgrind and QEMU notice the change, because it is a change of mappings.
#include "pages.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned char* reserve;

static uintptr_t page_bytes(void) {
    return (uintptr_t)sysconf(_SC_PAGESIZE);
}

static uintptr_t page_of(void const* address) {
    return (uintptr_t)address & ~(page_bytes() - 1);
}

bool page_contains(struct CodePage const* page, void const* address) {
    return page_of(address) == page->address;
}

unsigned char* page_image(struct CodePage const* page, void const* address) {
    return page->copy + ((uintptr_t)address - page->address);
}

void page_reserve(void) {
    if (reserve) return;
    void* const memory = mmap(NULL, page_bytes(), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory != MAP_FAILED) reserve = memory;
}

bool page_open(struct CodePage* page, void const* address) {
    page_reserve();
    if (!reserve) return false;
    page->address = page_of(address);
    page->copy = reserve;
    reserve = NULL;
    memcpy(page->copy, (void const*)page->address, page_bytes());
    return true;
}

bool page_close(struct CodePage* page) {
    size_t const size = page_bytes();
    void* const place = (void*)page->address;
    if (mprotect(page->copy, size, PROT_READ | PROT_EXEC) != 0 ||
        mremap(page->copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, place) != place) {
        munmap(page->copy, size);
        return false;
    }
    __builtin___clear_cache((char*)place, (char*)place + size);
    return true;
}
