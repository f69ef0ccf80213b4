// SPDX-License-Identifier: BSD-2-Clause
// What files of a process say (proc(5)).
#include <fs/proc/proc_files.hpp>

#include <domain/page.hpp>

namespace flat::fs::proc {

namespace {

using Known = unix::ProcessList::Known;
using State = unix::ProcessList::State;

Text letter_of(State state) {
    switch (state) {
    case State::running:
        return "R";
    case State::waiting:
        return "S";
    case State::stopped:
        return "T";
    case State::ended:
        return "Z";
    }
    return "?";
}

Text word_of(State state) {
    switch (state) {
    case State::running:
        return "running";
    case State::waiting:
        return "sleeping";
    case State::stopped:
        return "stopped";
    case State::ended:
        return "zombie";
    }
    return "?";
}

void write_identities(TextSink& to, Text what, unix::ProcessList::Identities const& ids) {
    format(to, "{}:\t{}\t{}\t{}\t{}\n", what, ids.real, ids.effective, ids.saved, ids.file);
}

} // namespace

void ProcFiles::write_name(TextSink& to, u32 process) {
    u8 name[16];
    u64 const bytes = min<u64>(processes->name(process, name), sizeof name);
    to.put(Text::from_bytes(Span<u8 const>(name).first(bytes)));
    to.put("\n");
}

void ProcFiles::write_command_line(TextSink& to, u32 process) {
    u8 texts[256];
    u64 const bytes = min<u64>(processes->command_line(process, texts), sizeof texts);
    to.put(Text::from_bytes(Span<u8 const>(texts).first(bytes)));
}

/// The fields of `stat`: counts of faults, priorities and signals that are not known are 0.
void ProcFiles::write_state(TextSink& to, u32 process) {
    Known const known = processes->know(process);
    if (known.id == 0) return;
    u8 name[16];
    u64 const bytes = min<u64>(processes->name(process, name), sizeof name);
    format(to, "{} ({}) {} {} {} {} ", known.id,
           Text::from_bytes(Span<u8 const>(name).first(bytes)), letter_of(known.state),
           known.parent, known.group, known.session);
    auto const times = processes->times_of(process);
    format(to, "0 -1 0 0 0 0 0 {} {} {} {} 20 0 ", times.user_us / tick_us,
           times.system_us / tick_us, times.waited_user_us / tick_us,
           times.waited_system_us / tick_us);
    format(to, "{} 0 {} {} {} ", known.threads, static_cast<u64>(known.began_ns) / tick_ns,
           known.memory_bytes, known.resident_bytes / domain::page_size);
    to.put("18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
}

void ProcFiles::write_status(TextSink& to, u32 process) {
    Known const known = processes->know(process);
    if (known.id == 0) return;
    to.put("Name:\t");
    write_name(to, process);
    format(to, "State:\t{} ({})\nTgid:\t{}\nPid:\t{}\nPPid:\t{}\n", letter_of(known.state),
           word_of(known.state), known.id, known.id, known.parent);
    write_identities(to, "Uid", processes->users_of(process));
    write_identities(to, "Gid", processes->groups_of(process));
    format(to, "VmSize:\t{} kB\nVmRSS:\t{} kB\nThreads:\t{}\n", known.memory_bytes / 1024,
           known.resident_bytes / 1024, known.threads);
}

} // namespace flat::fs::proc
