// SPDX-License-Identifier: BSD-2-Clause
// What tests of the interface compiler's routines share: a value is decoded and encoded again.
#pragma once

#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>
#include <rpc/xdr/xdr_values.hpp>

#include <cstdlib>

namespace flat::rpc::testing {

/// The host's memory, but no piece of it that is larger than any message could fill.
class CarefulAllocator : public FakeAllocator {
public:
    CarefulAllocator() : FakeAllocator(1 << 20) {}

    Result<vaddr, memory::MemoryError> allocate(usize bytes, usize alignment) override {
        if (bytes > bytes_max) return memory::MemoryError{memory::MemoryError::out_of_memory};
        return FakeAllocator::allocate(bytes, alignment);
    }

private:
    static constexpr usize bytes_max = 1 << 24;
};

/// What became of external data: whether it was a value, how long that was, and it again.
struct Turned {
    bool is_value = false;
    usize bytes = 0;
    Bytes again;
};

/// Decodes a value of a type and encodes it; aborts unless all memory is given back.
template<class T, XdrResult (*routine)(XdrStream&, T&)>
Turned turn(Bytes bytes) {
    constexpr usize room = 1 << 20;
    CarefulAllocator allocator;
    T value{};
    XdrMemory in(span_of(bytes), XdrStream::Operation::decode, &allocator);
    Turned turned;
    turned.is_value = routine(in, value).is_ok();
    turned.bytes = in.position();
    if (turned.is_value) {
        turned.again.resize(room);
        XdrMemory out(span_of(turned.again), XdrStream::Operation::encode);
        if (routine(out, value).is_error()) std::abort();
        turned.again.resize(out.position());
    }
    in.set_operation(XdrStream::Operation::free);
    if (routine(in, value).is_error() || allocator.taken() != 0) std::abort();
    return turned;
}

} // namespace flat::rpc::testing
