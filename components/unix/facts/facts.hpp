// SPDX-License-Identifier: BSD-2-Clause
// What programs learn of time and of the system.
#pragma once

#include <unix/errno.hpp>
#include <unix/facts/facts.flat.hpp>

namespace flat::unix::facts {

/// Time is that of the timer since the kernel began, after what the clock said then, if there is
/// one.
class Facts : public FactsComponent {
public:
    Facts(Ports const& ports, Attributes const& attributes);

    i64 clock_gettime(Task& task, u32 clock, vaddr time) override;
    i64 clock_getres(Task& task, u32 clock, vaddr time) override;
    i64 clock_settime(Task& task, u32 clock, vaddr time) override;
    i64 began_ns() override { return began_ns_; }
    i64 gettimeofday(Task& task, vaddr time) override;
    i64 time(Task& task, vaddr seconds) override;
    i64 nanosleep(Task& task, u32 clock, u32 flags, vaddr time, vaddr left) override;
    i64 times(Task& task, vaddr ticks) override;
    i64 uname(Task& task, vaddr names) override;
    i64 getcpu(Task& task, vaddr processor, vaddr node) override;
    i64 sethostname(Task& task, vaddr name, u64 bytes) override;
    i64 setdomainname(Task& task, vaddr name, u64 bytes) override;
    i64 sysinfo(Task& task, vaddr facts) override;
    i64 getrandom(Task& task, vaddr buffer, u64 bytes) override;
    i64 getrusage(Task& task, u32 whose, vaddr usage) override;
    i64 prctl(Task& task, u32 what, vaddr argument) override;

private:
    /// struct utsname: what `uname` tells.
    struct SystemNames {
        enum Field : u32 { system, node, release, version, machine, domain };

        u8 fields[6][65];
    };

    i64 set_name(Task& task, SystemNames::Field field, vaddr name, u64 bytes);
    i64 now_of(u32 clock);
    Result<i64, Errno> reading(Task& task, u32 clock);
    Result<i64, Errno> cpu_time(Task& task, u32 clock);
    i64 sleep_until(Task& task, u32 clock, i64 then);

    i64 began_ns_ = 0;
    SystemNames names_ = {};
};

} // namespace flat::unix::facts
