// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of capabilities (capget(2)): all of them or none, since the superuser's rights
// are one.
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

constexpr u64 all_capabilities = (u64{1} << 41) - 1; ///< those of Linux 6.1

/// Versions of the interface: the first has sets of 32, the others of 64.
enum Version : u32 { of_32 = 0x1998'0330, of_64_once = 0x2007'1026, of_64 = 0x2008'0522 };

struct Header {
    u32 version;
    u32 process;
};

/// Half of each set.
struct Sets {
    u32 effective;
    u32 permitted;
    u32 inheritable;

    bool operator==(Sets const&) const = default;
};

/// Both halves of what somebody has: what may be done now, and what it can take up again.
struct BothSets {
    explicit BothSets(Credentials const& as) {
        u64 const effective = as.is_superuser() ? all_capabilities : 0;
        u64 const permitted = as.user.has(0) ? all_capabilities : 0;
        halves[0] = {static_cast<u32>(effective), static_cast<u32>(permitted), 0};
        halves[1] = {static_cast<u32>(effective >> 32), static_cast<u32>(permitted >> 32), 0};
    }

    Sets halves[2];
};

u64 bytes_in(u32 version) {
    return version == of_32 ? sizeof(Sets) : sizeof(BothSets);
}

} // namespace

/// The header of a call; whoever asks by a version that there is none of is told the newest.
Result<u32, Errno> Processes::capability_process(vaddr place, u64& bytes) {
    Header header{};
    if (!get(*user_mode, header, place)) return Errno::efault;
    bool const is_known =
        header.version == of_32 || header.version == of_64_once || header.version == of_64;
    if (!is_known && !put(*user_mode, place, u32{of_64})) return Errno::efault;
    if (!is_known || static_cast<i32>(header.process) < 0) return Errno::einval;
    bytes = bytes_in(header.version);
    return header.process;
}

i64 Processes::capget(Task& task, vaddr header, vaddr sets) {
    u64 bytes = 0;
    auto const id = capability_process(header, bytes);
    if (id.is_error()) return sets == 0 ? 0 : failed(id.error());
    Credentials as;
    {
        InterruptGuard const guard;
        ProgramThread const* const thread = find_thread(task, id.value());
        if (!thread) return failed(Errno::esrch);
        as = thread->process.credentials;
    }
    BothSets const has(as);
    auto const shown = bytes_of(Span<Sets const>(has.halves)).first(bytes);
    return sets == 0 || user_mode->copy_out(sets, shown) ? 0 : failed(Errno::efault);
}

/// Only what is so already can be set; EPERM else.
i64 Processes::capset(Task& task, vaddr header, vaddr sets) {
    u64 bytes = 0;
    auto const id = capability_process(header, bytes);
    if (id.is_error()) return failed(id.error());
    ProgramThread const& own = ProgramThread::of(task);
    if (id.value() != 0 && id.value() != own.id) return failed(Errno::eperm);
    BothSets const has(own.process.credentials);
    BothSets wanted = has;
    Span<u8> const read = writable_bytes_of(Span<Sets>(wanted.halves)).first(bytes);
    if (!user_mode->copy_in(read, sets)) return failed(Errno::efault);
    bool const is_so = wanted.halves[0] == has.halves[0] && wanted.halves[1] == has.halves[1];
    return is_so ? 0 : failed(Errno::eperm);
}

} // namespace flat::unix::process
