// SPDX-License-Identifier: BSD-2-Clause
// What targets of libFuzzer do that mount a disk: whatever bytes of it are changed, mounting it,
// walking over it, reading and writing end, with few requests, and nothing is left in memory. The
// input is changes of a good disk, the file `image`: four bytes each, three for the place and one
// for what is there then.
#pragma once

#include <fs/host/disks/testing.hpp>
#include <fs/testing.hpp>

#include <cstdint>
#include <cstdlib>

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

namespace flat::fs::fuzzing {

using testing::Bytes;

inline constexpr u32 requests_max = 20'000; // what ends makes less
inline constexpr u32 nodes_max = 64;
inline constexpr u32 record_bytes = 4;

inline Bytes damaged(Span<u8 const> changes) {
    static Bytes const whole = testing::contents_of("image");
    Bytes bytes = whole;
    for (; changes.size() >= record_bytes; changes = changes.after(record_bytes)) {
        u32 const place = changes[0] | u32{changes[1]} << 8 | u32{changes[2]} << 16;
        bytes[place % bytes.size()] = changes[3];
    }
    return bytes;
}

/// Visits what can be reached from a directory, up to a number of nodes and a depth.
class Walk {
public:
    void directory(Directory& in, u32 depth) {
        u8 room[Directory::name_max];
        for (u64 place = 0; nodes_ < nodes_max;) {
            auto const entry = in.next(place, room);
            if (entry.is_error() || entry.value().name_bytes == 0) return;
            if (entry.value().next <= place) std::abort(); // it would never end
            place = entry.value().next;
            ++nodes_;
            auto const found = in.lookup(Span<u8 const>(room, entry.value().name_bytes));
            if (found.is_error()) continue;
            Holding<Node> const node(found.value());
            visit(*node, depth);
        }
    }

private:
    void visit(Node& node, u32 depth) {
        static u8 bytes[20'000];
        (void)node.attributes();
        if (auto* const file = narrow_to<File>(node)) {
            (void)file->read(0, bytes);
            (void)file->write(5000, Span<u8 const>(bytes, 100));
            (void)file->truncate(depth * 100);
        }
        if (auto* const link = narrow_to<SymbolicLink>(node)) (void)link->target(bytes);
        auto* const below = narrow_to<Directory>(node);
        if (below && depth < 3) directory(*below, depth + 1);
    }

    u32 nodes_ = 0;
};

/// The machine `M` mounts disks of a format, to write to them if it can; `nodes_max` nodes of them
/// are visited.
template<class M>
int mount_damaged(std::uint8_t const* data, std::size_t size, bool is_writable = true) {
    M machine;
    machine.disk.contents = damaged({data, size});
    for (bool const is_read_only : {false, true}) {
        if (machine.mount(is_read_only)) {
            if (size == 0 && (is_writable || is_read_only)) std::abort(); // a good disk
            continue;
        }
        Walk().directory(machine.paths->root(), 0);
        (void)machine.paths->make("/made", Node::Kind::file);
        (void)machine.paths->unlink("/a");
        (void)machine.files->sync();
        if (machine.unmount()) return 0; // what could not be written is in memory
        if (machine.kernel.frames.taken_bytes() != 0) std::abort();
        break;
    }
    if (machine.disk.reads + machine.disk.writes > requests_max) std::abort();
    if (::testing::Test::HasFailure()) std::abort();
    return 0;
}

} // namespace flat::fs::fuzzing
