// SPDX-License-Identifier: BSD-2-Clause
// Where directories of processes are (proc(5)).
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>
#include <unix/node_hold.hpp>

namespace flat::unix::process {

using fs::FsError;
using machine::InterruptGuard;

Result<u32, FsError> Processes::path(u32 id, Place which, Span<u8> text) {
    Task* const task = user_mode->running();
    if (!task) return FsError{FsError::not_found};
    Process& asks = ProgramThread::of(*task).process;
    fs::Directory* directory = nullptr;
    {
        InterruptGuard const guard;
        Process* const process = all_.find(id);
        if (!process) return FsError{FsError::not_found};
        Credentials const& as = asks.credentials;
        bool const is_own = as.user.effective == process->credentials.user.real;
        if (!is_own && !as.is_superuser()) return FsError{FsError::forbidden};
        directory = process->place.hold_unless_gone(which == Place::root);
    }
    if (!directory) return FsError{FsError::not_found};
    DirectoryHold const kept(*directory);
    DirectoryHold const root(asks.place.hold_root());
    return names->path(root.directory(), *directory, text);
}

} // namespace flat::unix::process
