// SPDX-License-Identifier: BSD-2-Clause
// What programs learn of the system.
#include <unix/facts/facts.hpp>

#include <core/memory.hpp>
#include <domain/ticks.hpp>
#include <unix/program_thread.hpp>
#include <unix/resource_usage.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::facts {

namespace {

/// The release is that of the Linux whose calls are there; programs look at it.
constexpr Text system_names[] = {"Linux",    "flatland", "6.1.0-flatland",
                                 "Flatland", "x86_64",   "(none)"};

} // namespace

Facts::Facts(Ports const& ports, Attributes const& attributes) : FactsComponent(ports, attributes) {
    if (clock) began_ns_ = clock->now_ns() - static_cast<i64>(alarms->now_ns());
    for (u32 i = 0; i < 6; ++i)
        memcpy(names_.fields[i], system_names[i].data(), system_names[i].size());
}

i64 Facts::uname(Task&, vaddr place) {
    SystemNames names;
    {
        machine::InterruptGuard const guard;
        names = names_;
    }
    return put(*user_mode, place, names) ? 0 : failed(Errno::efault);
}

/// There is one of each.
i64 Facts::getcpu(Task&, vaddr processor, vaddr node) {
    i64 const result = put_if_wanted(*user_mode, processor, u32{0});
    return result != 0 ? result : put_if_wanted(*user_mode, node, u32{0});
}

i64 Facts::sethostname(Task& task, vaddr name, u64 bytes) {
    return set_name(task, SystemNames::node, name, bytes);
}

i64 Facts::setdomainname(Task& task, vaddr name, u64 bytes) {
    return set_name(task, SystemNames::domain, name, bytes);
}

/// EPERM, EINVAL, EFAULT.
i64 Facts::set_name(Task& task, SystemNames::Field field, vaddr name, u64 bytes) {
    u8 wanted[sizeof names_.fields[0]] = {};
    if (!ProgramThread::of(task).process.credentials.is_superuser()) return failed(Errno::eperm);
    if (bytes >= sizeof wanted) return failed(Errno::einval);
    if (!user_mode->copy_in(Span<u8>(wanted).first(bytes), name)) return failed(Errno::efault);
    machine::InterruptGuard const guard;
    memcpy(names_.fields[field], wanted, sizeof wanted);
    return 0;
}

i64 Facts::sysinfo(Task&, vaddr place) {
    struct Information {
        i64 uptime;
        u64 loads[3], total, free, shared, buffers, swap, free_swap;
        u16 processes, padding;
        u32 more_padding;
        u64 high, free_high;
        u32 unit;
        u32 end;
    };
    static_assert(sizeof(Information) == 112);
    Information facts = {};
    facts.uptime = static_cast<i64>(alarms->now_ns() / 1'000'000'000);
    for (u32 i = 0; i < memory->region_count(); ++i) {
        auto const region = memory->region(i);
        if (region.kind == hal::PhysicalMemory::Kind::free) facts.total += region.size_bytes;
    }
    facts.free = frames->free_bytes();
    facts.processes = 1;
    facts.unit = 1;
    return put(*user_mode, place, facts) ? 0 : failed(Errno::efault);
}

i64 Facts::getrandom(Task&, vaddr place, u64 bytes) {
    u64 state = domain::ticks();
    for (u64 done = 0; done < bytes; done += sizeof(u64)) {
        state += 0x9e37'79b9'7f4a'7c15; // splitmix64
        u64 word = (state ^ state >> 30) * 0xbf58'476d'1ce4'e5b9;
        word ^= word >> 27;
        Span<u8 const> const part = bytes_of(Span<u64 const>(&word, 1));
        if (!user_mode->copy_out(place + done, part.first(min<u64>(bytes - done, sizeof word))))
            return done != 0 ? static_cast<i64>(done) : failed(Errno::efault);
    }
    return static_cast<i64>(bytes);
}

i64 Facts::getrusage(Task& task, u32 whose, vaddr place) {
    enum Whose : u32 { own = 0, of_thread = 1, of_children = ~u32{0} };
    ProgramThread& thread = ProgramThread::of(task);
    CpuTimes times;
    {
        machine::InterruptGuard const guard;
        if (whose == own) times = times_of(thread.process);
        if (whose == of_thread) times = thread.times();
        if (whose == of_children) times = thread.process.of_waited;
    }
    if (whose != own && whose != of_thread && whose != of_children) return failed(Errno::einval);
    return put(*user_mode, place, ResourceUsage(times)) ? 0 : failed(Errno::efault);
}

i64 Facts::prctl(Task& task, u32 what, vaddr argument) {
    enum What : u32 { set_name = 15, get_name = 16 };
    Process& process = ProgramThread::of(task).process;
    if (what == get_name)
        return user_mode->copy_out(argument, bytes_of(Span<char>(process.name)))
                   ? 0
                   : failed(Errno::efault);
    if (what != set_name) return failed(Errno::einval);
    auto const size = get_text(*user_mode, writable_bytes_of(Span<char>(process.name)), argument);
    process.name[sizeof process.name - 1] = 0;
    return size.is_ok() || size.error() == Errno::enametoolong ? 0 : failed(Errno::efault);
}

} // namespace flat::unix::facts
