// SPDX-License-Identifier: BSD-2-Clause
// What files of a process say (proc(5)).
#include <fs/proc/proc_files.hpp>

#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>

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

/// At least eight digits, as Linux has them.
void write_hexadecimal(TextSink& to, u64 number) {
    constexpr Text zeros = "00000000";
    TextBuffer<2 + 16> shown;
    format(shown, "{x}", number);
    Text const digits = shown.text().after(2); // of 0x
    to.put(zeros.after(min(digits.size(), zeros.size())));
    to.put(digits);
}

} // namespace

void ProcFiles::write_name(TextSink& to, Subject const& of) {
    u8 name[16];
    u64 const bytes = min<u64>(processes->name(of.process, name), sizeof name);
    to.put(Text::from_bytes(Span<u8 const>(name).first(bytes)));
    to.put("\n");
}

void ProcFiles::write_command_line(TextSink& to, Subject const& of) {
    u8 texts[256];
    u64 const bytes = min<u64>(processes->command_line(of.process, texts), sizeof texts);
    to.put(Text::from_bytes(Span<u8 const>(texts).first(bytes)));
}

/// The fields of `stat`: counts of faults and signals that are not known are 0.
void ProcFiles::write_state(TextSink& to, Subject const& of) {
    Known const known = processes->know(of.process);
    if (known.id == 0) return;
    u8 name[16];
    u64 const bytes = min<u64>(processes->name(of.process, name), sizeof name);
    auto const thread = processes->know_thread(of.process, of.thread);
    bool const is_of_thread = thread.id != 0;
    format(to, "{} ({}) {} {} {} {} ", is_of_thread ? thread.id : known.id,
           Text::from_bytes(Span<u8 const>(name).first(bytes)),
           letter_of(is_of_thread ? thread.state : known.state), known.parent, known.group,
           known.session);
    auto times = processes->times_of(of.process);
    if (is_of_thread) times = {thread.user_us, thread.system_us, 0, 0};
    auto const urgency = processes->urgency_of(of.process, of.thread);
    bool const is_real_time = urgency.priority != 0;
    i32 const rank = is_real_time ? -1 - static_cast<i32>(urgency.priority) : 20 + urgency.nice;
    format(to, "0 -1 0 0 0 0 0 {} {} {} {} {} {} ", times.user_us / tick_us,
           times.system_us / tick_us, times.waited_user_us / tick_us,
           times.waited_system_us / tick_us, rank, urgency.nice);
    format(to, "{} 0 {} {} {} ", known.threads, static_cast<u64>(known.began_ns) / tick_ns,
           known.memory_bytes, known.resident_bytes / domain::page_size);
    to.put("18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 17 0 ");
    format(to, "{} {} 0 0 0 0 0 0 0 0 0 0 0\n", urgency.priority, urgency.policy);
}

void ProcFiles::write_status(TextSink& to, Subject const& of) {
    Known const known = processes->know(of.process);
    if (known.id == 0) return;
    auto const thread = processes->know_thread(of.process, of.thread);
    State const state = thread.id != 0 ? thread.state : known.state;
    to.put("Name:\t");
    write_name(to, of);
    format(to, "State:\t{} ({})\nTgid:\t{}\nPid:\t{}\nPPid:\t{}\n", letter_of(state),
           word_of(state), known.id, thread.id != 0 ? thread.id : known.id, known.parent);
    write_identities(to, "Uid", processes->users_of(of.process));
    write_identities(to, "Gid", processes->groups_of(of.process));
    format(to, "VmSize:\t{} kB\nVmRSS:\t{} kB\nThreads:\t{}\n", known.memory_bytes / 1024,
           known.resident_bytes / 1024, known.threads);
}

/// How many pages are mapped, and how many are its own; other counts are not known.
void ProcFiles::write_sizes(TextSink& to, Subject const& of) {
    Known const known = processes->know(of.process);
    if (known.id == 0) return;
    format(to, "{} {} 0 0 0 0 0\n", known.memory_bytes / domain::page_size,
           known.resident_bytes / domain::page_size);
}

/// The ranges of its memory. Of files the number is told, and no name.
void ProcFiles::write_areas(TextSink& to, Subject const& of) {
    using Mmu = hal::Mmu;
    for (u64 place = 0;;) {
        auto const area = processes->area_after(of.process, place);
        if (area.end == 0) return;
        auto const letter = [&](u32 right, Text name) {
            return (area.rights & right) != 0 ? name : Text("-");
        };
        write_hexadecimal(to, area.base);
        to.put("-");
        write_hexadecimal(to, area.end);
        format(to, " {}{}{}{} ", letter(Mmu::read, "r"), letter(Mmu::write, "w"),
               letter(Mmu::execute, "x"), area.is_shared ? Text("s") : Text("p"));
        write_hexadecimal(to, area.offset);
        format(to, " 00:00 {} {}\n", area.node,
               area.is_heap ? Text("[heap]") : (area.is_stack ? Text("[stack]") : Text()));
        place = area.end;
    }
}

} // namespace flat::fs::proc
