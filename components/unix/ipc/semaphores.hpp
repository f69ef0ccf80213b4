// SPDX-License-Identifier: BSD-2-Clause
// Sets of semaphores, by numbers and keys.
#pragma once

#include <unix/ipc/ipc_table.hpp>
#include <unix/ipc/now.hpp>
#include <unix/ipc/semaphore_set.hpp>
#include <unix/ipc/semaphores.flat.hpp>
#include <unix/process.hpp>

namespace flat::unix::ipc {

/// All of them (semget(2), semop(2), semctl(2)).
class Semaphores : public SemaphoresComponent, private EndingWatcher, flat::NonCopyable {
public:
    using SemaphoresComponent::SemaphoresComponent;

    // ShownTexts: /proc/sysvipc/sem
    u32 texts() override { return 1; }
    u32 path(u32, Span<u8> path) override { return Text("sysvipc/sem").write_to(path); }
    u32 show(u32, Span<u8> destination) override;

    static constexpr u32 set_max = 1000;       ///< semaphores in a set; Linux: 32 000
    static constexpr u32 operations_max = 500; ///< at once

    i64 semget(Task& task, i32 key, u32 count, u32 flags) override;
    i64 semtimedop(Task& task, u32 id, vaddr operations, u32 count, vaddr timeout) override;
    i64 semctl(Task& task, u32 id, u32 number, u32 command, vaddr argument) override;

private:
    using Operations = Span<SemaphoreOperation const>;

    void ended(Process& process) override;

    Result<SemaphoreSet*, Errno> make(Process const& process, i32 key, u32 count, u32 flags);
    void destroy(SemaphoreSet& set);
    Result<SemaphoreUndo*, Errno> undo_of(Process& process, SemaphoreSet& set);
    void dispose(SemaphoreSet const& set, SemaphoreUndo& undo);
    i64 operate(Task& task, u32 id, Operations operations, i64 delay_ns);
    i64 attempt(Process& process, u32 id, Operations operations, SemaphoreSet::Waiting& waits);
    void stop_waiting(u32 id, SemaphoreSet::Waiting& waits);
    i64 now_s() { return ipc::now_s(*facts, *alarms); }

    // semaphore_control.cpp
    i64 tell_limits(u32 command, vaddr place);
    i64 set_permissions(Credentials const& as, u32 id, vaddr place);
    i64 remove(Credentials const& as, u32 id);
    i64 control_one(Process const& process, u32 id, u32 number, u32 command, i32 value);
    i64 get_all(Credentials const& as, u32 id, vaddr place);
    i64 set_all(Process const& process, u32 id, vaddr place);
    i64 tell_found(Credentials const& as, u32 id, u32 command, vaddr place);

    IpcTable<SemaphoreSet> all_;
};

} // namespace flat::unix::ipc
