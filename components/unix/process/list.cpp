// SPDX-License-Identifier: BSD-2-Clause
// What others learn of processes.
#include <unix/process/processes.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <machine/interrupts.hpp>
#include <unix/layout.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

ProcessList::State state_of(Process const& process) {
    if (process.state == Process::State::ended) return ProcessList::State::ended;
    if (process.state == Process::State::stopped) return ProcessList::State::stopped;
    for (ThreadOfProcess& each : process.threads)
        if (ProgramThread::of(each).waiting_on == 0) return ProcessList::State::running;
    return ProcessList::State::waiting;
}

ProcessList::Identities told(Identities const& ids) {
    return {ids.real, ids.effective, ids.saved, ids.file};
}

} // namespace

u32 Processes::first_from(u32 id) {
    InterruptGuard const guard;
    Process const* const process = all_.first_from(id);
    return process ? process->id : 0;
}

u32 Processes::first_thread_from(u32 id, u32 thread) {
    InterruptGuard const guard;
    Process* const process = all_.find(id);
    u32 first = 0;
    if (!process) return first;
    for (ThreadOfProcess& each : process->threads) {
        u32 const own = ProgramThread::of(each).id;
        if (own >= thread && (first == 0 || own < first)) first = own;
    }
    return first;
}

ProcessList::KnownThread Processes::know_thread(u32 id, u32 thread) {
    InterruptGuard const guard;
    ProgramThread const* const found = all_threads_.find(thread);
    if (!found || found->process.id != id) return {};
    bool const is_stopped = found->process.state == Process::State::stopped;
    State const unstopped = found->waiting_on == 0 ? State::running : State::waiting;
    return {thread, is_stopped ? State::stopped : unstopped, found->user_us, found->system_us};
}

ProcessList::Area Processes::area_after(u32 id, u64 address) {
    ProgramMemory* memory = nullptr;
    {
        InterruptGuard const guard;
        Process const* const process = all_.find(id);
        memory = process ? process->memory : nullptr;
        if (!memory) return {};
        memory->keep();
    }
    auto const shown = memory->area_after(address);
    memory->let_go();
    bool const is_stack = shown.end == layout::stack_end;
    return {shown.base,   shown.end,  shown.rights,  shown.is_shared,
            shown.offset, shown.node, shown.is_heap, is_stack};
}

ProcessList::Known Processes::know(u32 id) {
    Known known = {};
    ProgramMemory* memory = nullptr;
    {
        InterruptGuard const guard;
        Process const* const process = all_.find(id);
        if (!process) return known;
        u32 const parent = process->parent ? process->parent->id : 0;
        known = {id,
                 state_of(*process),
                 parent,
                 process->group,
                 process->session,
                 process->alive_threads,
                 0,
                 0,
                 process->began_ns};
        memory = process->memory;
        if (memory) memory->keep();
    }
    if (!memory) return known;
    auto const size = memory->size(*pages);
    memory->let_go();
    known.memory_bytes = size.pages * domain::page_size;
    known.resident_bytes = size.resident * domain::page_size;
    return known;
}

ProcessList::Urgency Processes::urgency_of(u32 id, u32 thread) {
    InterruptGuard const guard;
    ProgramThread const* const found = all_threads_.find(thread != 0 ? thread : id);
    if (!found || found->process.id != id) return {};
    Scheduling const& how = found->scheduling;
    return {u32(how.policy), how.priority, how.nice};
}

ProcessList::Identities Processes::users_of(u32 id) {
    InterruptGuard const guard;
    Process const* const process = all_.find(id);
    return process ? told(process->credentials.user) : ProcessList::Identities{};
}

ProcessList::Identities Processes::groups_of(u32 id) {
    InterruptGuard const guard;
    Process const* const process = all_.find(id);
    return process ? told(process->credentials.group) : ProcessList::Identities{};
}

ProcessList::Times Processes::times_of(u32 id) {
    InterruptGuard const guard;
    Process* const process = all_.find(id);
    if (!process) return {};
    CpuTimes const own = unix::times_of(*process);
    CpuTimes const& waited = process->of_waited;
    return {own.user_us, own.system_us, waited.user_us, waited.system_us};
}

ProcessList::Times Processes::times_of_all() {
    InterruptGuard const guard;
    CpuTimes all = all_times_;
    for (ProgramThread* each = all_threads_.first(); each;
         each = all_threads_.first_above(each->id))
        all.add(each->times());
    return {all.user_us, all.system_us, 0, 0};
}

u32 Processes::name(u32 id, Span<u8> text) {
    InterruptGuard const guard;
    Process const* const process = all_.find(id);
    if (!process) return 0;
    return Text(process->name, strlen(process->name)).write_to(text);
}

u32 Processes::command_line(u32 id, Span<u8> texts) {
    InterruptGuard const guard;
    Process const* const process = all_.find(id);
    if (!process || process->state == Process::State::ended) return 0;
    return Text(process->command, process->command_bytes).write_to(texts);
}

u32 Processes::running() {
    Task* const task = user_mode->running();
    return task ? ProgramThread::of(*task).process.id : 0;
}

u32 Processes::last_id() {
    return last_id_.load();
}

/// A program's arguments are kept, as far as there is room: the first of all texts.
void Processes::set_command(Process& process, ArgumentList const& list) {
    Text const all = Text::from_bytes(list.bytes());
    u64 bytes = 0;
    for (u32 i = 0; i < list.count(); ++i)
        bytes += strlen(all.data() + bytes) + 1;
    process.command_bytes = static_cast<u32>(min<u64>(bytes, sizeof process.command));
    memcpy(process.command, all.data(), process.command_bytes);
}

} // namespace flat::unix::process
