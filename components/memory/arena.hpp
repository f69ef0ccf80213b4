// SPDX-License-Identifier: BSD-2-Clause
// Memory for objects in a room of its own: the heap of a domain.
#pragma once

#include <core/containers/first_fit.hpp>
#include <core/guarded.hpp>
#include <core/memory.hpp>
#include <memory/arena.flat.hpp>

namespace flat::memory {

/// The room is a part of the instance, so it needs no frames: in a domain it is pages of zeros that
/// are there when they are accessed. For few objects at a time: each request walks past all of
/// them.
class Arena : public ArenaComponent, NonCopyable {
public:
    using ArenaComponent::ArenaComponent;

    static constexpr usize room_bytes = 256 << 10;

    Result<vaddr, MemoryError> allocate(usize bytes) override;
    void free(vaddr address, usize bytes) override;

private:
    /// Only what stands before its first piece has to be zero.
    struct Room {
        Room() { memset(bytes, 0, FirstFit::alignment); }

        alignas(FirstFit::alignment) u8 bytes[room_bytes];
        FirstFit pieces{Span<u8>(bytes, room_bytes)};
    };

    Guarded<Room> room_;
};

} // namespace flat::memory
