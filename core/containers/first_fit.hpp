// SPDX-License-Identifier: BSD-2-Clause
// Pieces of any size of a fixed room: the first free run that suffices (Knuth, The Art of Computer
// Programming, volume 1, section 2.5). For few pieces at a time: each request walks past all of
// them.
#pragma once

#include <core/assert.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat {

/// Takes pieces of a room, of which one thread at a time does.
class FirstFit : NonCopyable {
public:
    /// Every piece begins at a multiple of it.
    static constexpr usize alignment = 16;

    /// Of bytes at a multiple of `alignment`, and as many, which begin as zeros.
    explicit FirstFit(Span<u8> room) : room_(room) {
        assert(address_of(room.data()) % alignment == 0 && room.size() % alignment == 0);
    }

    /// The address of `bytes` bytes from now on; 0 if no run is as long.
    vaddr take(usize bytes) {
        if (bytes > room_.size()) return 0;
        u64 const needed = (max<usize>(bytes, 1) + alignment - 1) & ~u64{alignment - 1};
        for (u64 place = 0; place < room_.size(); place += sizeof(Run) + run(place).bytes) {
            if (run(place).is_taken) continue;
            join(place);
            if (run(place).bytes < needed) continue;
            split(place, needed);
            return address_of(&run(place) + 1);
        }
        return 0;
    }

    /// Gives a piece back. Address 0 is ignored.
    void give(vaddr address) {
        if (address != 0) (pointer_to<Run>(address) - 1)->is_taken = false;
    }

private:
    /// What stands before each run.
    struct Run {
        u64 bytes; ///< of the run; 0 of the one that is the whole room, until it is used
        bool is_taken;
    };
    static_assert(sizeof(Run) == alignment);

    Run& run(u64 place) { return *reinterpret_cast<Run*>(room_.data() + place); }

    /// Makes one run of a free one and of all free ones after it.
    void join(u64 place) {
        Run& first = run(place);
        if (place == 0 && first.bytes == 0) first.bytes = room_.size() - sizeof(Run);
        for (;;) {
            u64 const next = place + sizeof(Run) + first.bytes;
            if (next >= room_.size() || run(next).is_taken) return;
            first.bytes += sizeof(Run) + run(next).bytes;
        }
    }

    /// Takes a free run, but for what is more than `needed` and can be a run of its own.
    void split(u64 place, u64 needed) {
        Run& taken = run(place);
        taken.is_taken = true;
        if (taken.bytes - needed <= sizeof(Run)) return;
        run(place + sizeof(Run) + needed) = {taken.bytes - needed - sizeof(Run), false};
        taken.bytes = needed;
    }

    Span<u8> const room_;
};

} // namespace flat
