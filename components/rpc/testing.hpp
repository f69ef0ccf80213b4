// SPDX-License-Identifier: BSD-2-Clause
// What tests of remote procedure calls have in common.
#pragma once

#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

namespace flat::rpc::testing {

using Bytes = std::vector<u8>;

/// A span of bytes, as interfaces take them.
inline Span<u8> span_of(Bytes& bytes) {
    return {bytes.data(), bytes.size()};
}

/// Numbers in external form, one after the other.
inline Bytes words(std::vector<u32> const& numbers) {
    Bytes bytes;
    for (u32 const number : numbers)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<u8>(number >> shift));
    return bytes;
}

/// Bytes one behind the other.
template<class... Parts>
Bytes joined(Parts const&... parts) {
    Bytes all;
    (all.insert(all.end(), parts.begin(), parts.end()), ...);
    return all;
}

/// The host's memory, which knows what has not been given back; `limit` pieces at a time.
class FakeAllocator : public memory::Allocator, NonCopyable {
public:
    explicit FakeAllocator(usize limit = 1000) : limit_(limit) {}
    ~FakeAllocator() {
        for (vaddr const piece : pieces_)
            std::free(pointer_to<void>(piece));
    }

    Result<vaddr, memory::MemoryError> allocate(usize bytes, usize) override {
        if (pieces_.size() == limit_)
            return memory::MemoryError{memory::MemoryError::out_of_memory};
        return *pieces_.insert(address_of(std::malloc(bytes))).first;
    }
    void free(vaddr address) override {
        if (address == 0) return;
        if (pieces_.erase(address) == 0) std::abort();
        std::free(pointer_to<void>(address));
    }

    usize taken() const { return pieces_.size(); }
    void set_limit(usize limit) { limit_ = limit; }

private:
    usize limit_;
    std::set<vaddr> pieces_;
};

} // namespace flat::rpc::testing
