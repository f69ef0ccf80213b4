// SPDX-License-Identifier: BSD-2-Clause
// Segments of memory that processes share, by numbers and keys.
#pragma once

#include <unix/ipc/ipc_table.hpp>
#include <unix/ipc/now.hpp>
#include <unix/ipc/shared_segments.flat.hpp>
#include <unix/program_memory.hpp>

namespace flat::unix {
class Process;
}

namespace flat::unix::ipc {

/// A segment: it keeps its memory until it is removed, and ends with whoever keeps that last.
struct Segment : IpcObject {
    static constexpr u32 is_removed = 01000; ///< SHM_DEST, in its mode
    static constexpr u32 is_locked = 02000;  ///< SHM_LOCKED

    Segment(SharedZeros& memory, u64 size) : zeros(memory), bytes(size) {}

    /// How many ranges show it.
    u32 attached() const {
        bool const is_kept = (permissions.mode & is_removed) == 0;
        return zeros.keepers() - (is_kept ? 1 : 0);
    }

    SharedZeros& zeros;
    u64 const bytes;
    i64 attached_s = 0;
    i64 detached_s = 0;
    u32 creator = 0;
    u32 last = 0; ///< process that has attached or detached it
};

/// All of them (shmget(2), shmop(2), shmctl(2)).
class SharedSegments : public SharedSegmentsComponent, private ZerosOwner, flat::NonCopyable {
public:
    using SharedSegmentsComponent::SharedSegmentsComponent;

    // ShownTexts: /proc/sysvipc/shm
    u32 texts() override { return 1; }
    u32 path(u32, Span<u8> path) override { return Text("sysvipc/shm").write_to(path); }
    u32 show(u32, Span<u8> destination) override;

    static constexpr u64 bytes_max = u64{1} << 32; ///< of a segment

    i64 shmget(Task& task, i32 key, u64 bytes, u32 flags) override;
    i64 shmat(Task& task, u32 id, vaddr address, u32 flags) override;
    i64 shmdt(Task& task, vaddr address) override;
    i64 shmctl(Task& task, u32 id, u32 command, vaddr argument) override;

private:
    void ending(SharedZeros& zeros) override;

    Result<u32, Errno> make(Process const& process, i32 key, u64 bytes, u32 flags);
    Result<u32, Errno> add(Segment& made, Credentials const& as, i32 key, u32 flags,
                           bool& is_added);
    Result<u32, Errno> known(Credentials const& as, i32 key, u64 bytes, u32 flags);
    Result<SharedZeros*, Errno> keep(Process const& process, u32 id, u32 rights, u64& bytes);
    void note(SharedZeros const& zeros, Process const& process, bool is_attached);
    Segment* find(SharedZeros const& zeros);
    void dispose(Segment& segment);
    i64 now_s() { return ipc::now_s(*facts, *alarms); }

    // segment_control.cpp
    i64 tell_limits(vaddr place);
    i64 tell_use(vaddr place);
    i64 tell_found(Process const& process, u32 id, u32 command, vaddr place);
    i64 set_permissions(Process const& process, u32 id, vaddr place);
    i64 lock(Process const& process, u32 id, bool is_locked);
    i64 remove(Process const& process, u32 id);

    IpcTable<Segment> all_;
};

} // namespace flat::unix::ipc
