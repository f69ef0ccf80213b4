// SPDX-License-Identifier: BSD-2-Clause
// Memory of this domain for code that comes at run time, which the host gives to its process.
#include <domain/code_pages.hpp>

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <hosted/domain_channel.hpp>

#include <sys/mman.h>

namespace flat::domain {

namespace {

constexpr u64 pages_max = 512;

/// Places for all pages. Those that are free are not mapped: the limit of a process's memory counts
/// what is, accessible or not.
class CodePages {
public:
    vaddr take(u64 pages) {
        if (pages == 0 || pages > pages_max) return 0;
        u64 length = 0;
        for (u64 index = 0; index < pages_max; ++index) {
            length = states_[index] == State::free ? length + 1 : 0;
            if (length == pages) return take(index + 1 - pages, pages);
        }
        return 0;
    }

    bool seal(vaddr address, u64 pages, bool is_executable) {
        u64 const first = (address - arch::code_base) / page_size;
        if (first > pages_max || pages > pages_max - first) return false;
        for (u64 index = first; index < first + pages; ++index)
            if (states_[index] != State::writable) return false;
        int const rights = PROT_READ | (is_executable ? PROT_EXEC : 0);
        if (mprotect(pointer_to<void>(address), pages * page_size, rights) != 0) return false;
        set(first, pages, State::sealed);
        return true;
    }

    void release(vaddr address, u64 pages) {
        if (munmap(pointer_to<void>(address), pages * page_size) == 0)
            set((address - arch::code_base) / page_size, pages, State::free);
    }

private:
    enum class State : u8 { free, writable, sealed };

    vaddr take(u64 first, u64 pages) {
        vaddr const address = arch::code_base + first * page_size;
        void* const place = pointer_to<void>(address);
        constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
        if (mmap(place, pages * page_size, PROT_READ | PROT_WRITE, flags, -1, 0) != place) return 0;
        set(first, pages, State::writable);
        return address;
    }

    void set(u64 first, u64 pages, State state) {
        for (u64 index = first; index < first + pages; ++index)
            states_[index] = state;
    }

    State states_[pages_max] = {};
};

constinit Guarded<CodePages> all;

} // namespace

vaddr take_code_pages(u64 pages) {
    return all.lock()->take(pages);
}

bool seal_code_pages(vaddr address, u64 pages, bool is_executable) {
    return all.lock()->seal(address, pages, is_executable);
}

void release_code_pages(vaddr address, u64 pages) {
    all.lock()->release(address, pages);
}

} // namespace flat::domain
