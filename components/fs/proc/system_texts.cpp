// SPDX-License-Identifier: BSD-2-Clause
// What files of the system say (proc(5)).
#include <fs/proc/proc_files.hpp>

namespace flat::fs::proc {

namespace {

constexpr u64 second_ns = 1'000'000'000;

/// Hundredths, with two digits.
void write_hundredths(TextSink& to, u64 ns) {
    u64 const hundredths = ns / tick_ns % 100;
    format(to, "{}.{}{}", ns / second_ns, hundredths / 10, hundredths % 10);
}

/// What formats are called, by the numbers of Linux.
Text name_of(u64 format) {
    switch (format) {
    case 0x0102'1994:
        return "tmpfs";
    case 0x9fa0:
        return "proc";
    case 0xef53:
        return "ext2";
    case 0x4d44:
        return "vfat";
    case 0x9660:
        return "iso9660";
    default:
        return "unknown";
    }
}

} // namespace

u64 ProcFiles::total_bytes() {
    u64 total = 0;
    for (u32 i = 0; i < memory->region_count(); ++i) {
        auto const region = memory->region(i);
        if (region.kind == hal::PhysicalMemory::Kind::free) total += region.size_bytes;
    }
    return total;
}

void ProcFiles::write_memory(TextSink& to, Subject const&) {
    u64 const total = total_bytes() / 1024;
    u64 const free = frames->free_bytes() / 1024;
    format(to, "MemTotal:       {} kB\nMemFree:        {} kB\n", total, free);
    format(to, "MemAvailable:   {} kB\nBuffers:        0 kB\nCached:         0 kB\n", free);
    to.put("SwapTotal:      0 kB\nSwapFree:       0 kB\n");
}

void ProcFiles::write_uptime(TextSink& to, Subject const&) {
    write_hundredths(to, alarms->now_ns());
    to.put(" ");
    write_hundredths(to, idle_ns());
    to.put("\n");
}

void ProcFiles::write_load(TextSink& to, Subject const&) {
    u32 running = 0;
    u32 all = 0;
    for (u32 each = processes->first_from(1); each != 0; each = processes->first_from(each + 1)) {
        ++all;
        running += processes->know(each).state == unix::ProcessList::State::running;
    }
    format(to, "0.00 0.00 0.00 {}/{} {}\n", running, all, processes->last_id());
}

/// What no process has used counts as idle.
u64 ProcFiles::idle_ns() {
    auto const times = processes->times_of_all();
    u64 const used_ns = (times.user_us + times.system_us) * 1000;
    u64 const now_ns = alarms->now_ns();
    return now_ns - min(used_ns, now_ns);
}

void ProcFiles::write_times(TextSink& to, Subject const&) {
    auto const times = processes->times_of_all();
    u64 const user = times.user_us / tick_us;
    u64 const system = times.system_us / tick_us;
    u64 const idle = idle_ns() / tick_ns;
    format(to, "cpu  {} 0 {} {} 0 0 0 0 0 0\n", user, system, idle);
    format(to, "cpu0 {} 0 {} {} 0 0 0 0 0 0\n", user, system, idle);
    i64 const now = clock ? clock->now_ns() : 0;
    i64 const began = now - static_cast<i64>(alarms->now_ns());
    format(to, "btime {}\nprocesses {}\n", began / static_cast<i64>(second_ns),
           processes->last_id());
}

void ProcFiles::write_mounts(TextSink& to, Subject const&) {
    auto const root = names->root();
    if (root.is_error()) return;
    u64 const format_of_root = root.value()->file_system().statistics().format;
    format(to, "{} / {} rw 0 0\n", name_of(format_of_root), name_of(format_of_root));
    u8 path[Directory::name_max];
    for (u32 i = 0;; ++i) {
        auto const mounted = names->mounted(*root.value(), i, path);
        if (mounted.is_error()) break;
        u64 const bytes = min<u64>(mounted.value().path_bytes, sizeof path);
        Text const where = Text::from_bytes(Span<u8 const>(path).first(bytes));
        Text const name = name_of(mounted.value().format);
        format(to, "{} {} {} {} 0 0\n", name, where, name,
               Text(mounted.value().is_read_only ? "ro" : "rw"));
    }
    root.value()->release();
}

void ProcFiles::write_version(TextSink& to, Subject const&) {
    to.put("Linux version 6.1.0-flatland (Flatland)\n");
}

} // namespace flat::fs::proc
