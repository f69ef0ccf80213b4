// SPDX-License-Identifier: BSD-2-Clause
// How a program gets into memory.
#include <unix/process/processes.hpp>

#include <core/bits.hpp>
#include <domain/object_code.hpp>
#include <domain/page.hpp>
#include <domain/ticks.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <unix/first_stack.hpp>
#include <unix/fs_errno.hpp>
#include <unix/layout.hpp>
#include <unix/node_hold.hpp>
#include <unix/script_line.hpp>
#include <unix/user_path.hpp>

namespace flat::unix::process {

using domain::page_size;
using machine::InterruptGuard;

namespace {

/// What of a file is looked at for the headers of a program, or the first line of a script.
constexpr u32 header_bytes = 1024;

} // namespace

i64 Processes::execve(Task& task, vaddr path, vaddr arguments, vaddr environment) {
    ProgramThread& thread = ProgramThread::of(task);
    ArgumentList list(*frames);
    UserPath name(*records);
    if (!list.is_there()) return failed(Errno::enomem);
    auto const read = name.get(*user_mode, path);
    if (read.is_error()) return failed(read.error());
    auto texts = get_texts(list, arguments, false);
    if (texts.is_ok()) texts = get_texts(list, environment, true);
    if (texts.is_error()) return failed(texts.error());
    Path const program = read.value();
    ProgramFile file;
    auto const loaded = load(thread.process, program, list, file);
    if (loaded.is_error()) return failed(loaded.error());
    if (!end_others(thread)) {
        loaded.value().memory->let_go();
        return call_interrupted;
    }
    set_name(thread.process, Text::from_bytes(program));
    set_command(thread.process, list);
    replace(thread, loaded.value(), file);
    return 0;
}

/// Takes texts from where the program has pointers to them, a null pointer after the last.
Result<void, Errno> Processes::get_texts(ArgumentList& list, vaddr pointers, bool is_environment) {
    for (; pointers != 0; pointers += sizeof(vaddr)) {
        vaddr text = 0;
        if (!get(*user_mode, text, pointers)) return Errno::efault;
        if (text == 0) return {};
        auto const size = get_text(*user_mode, list.room(), text);
        if (size.is_error())
            return size.error() == Errno::enametoolong ? Errno::e2big : size.error();
        if (!list.take(size.value() + 1, is_environment)) return Errno::e2big;
    }
    return {};
}

/// Has the other threads of a process end, and gives the running one the number of the process.
/// False if that is to end itself.
bool Processes::end_others(ProgramThread& thread) {
    Process& process = thread.process;
    {
        InterruptGuard const guard;
        if (thread.is_to_end()) return false;
        process.survivor = &thread;
        attend_all(process);
    }
    for (;;) {
        u64 const ticket = threads->ticket();
        if (process.alive_threads == 1) break;
        threads->wait(address_of(&process.threads), ticket);
    }
    InterruptGuard const guard;
    process.survivor = nullptr;
    all_threads_.remove(thread);
    thread.id = process.id;
    all_threads_.insert(thread);
    return !process.is_ending;
}

/// The running thread goes on with another program, and its process is given that file.
void Processes::replace(ProgramThread& thread, Loaded const& loaded, ProgramFile& program) {
    Process& process = thread.process;
    ProgramMemory* const old = process.memory;
    {
        InterruptGuard const guard; // the limits may have been set since
        process.memory = loaded.memory;
        process.program.swap(program);
        apply_limits(process);
    }
    thread.page_root = loaded.memory->root();
    thread.thread_pointer = 0;
    thread.cleared_word = 0;
    thread.robust_list = 0;
    thread.handler_stack = thread.handler_stack_bytes = 0;
    user_mode->changed(thread);
    old->let_go();
    process.descriptors.close_on_exec();
    process.actions.forget_handlers();
    end_timers(process);
    process.credentials = loaded.as;
    user_mode->begin(*thread.registers, loaded.entry, loaded.stack);
    thread.attention = 1;
    process.has_executed = true;
    threads->notify_all(address_of(&process)); // the caller of vfork goes on
}

/// The file of a program, held; where that is, is told.
Result<fs::File*, Errno> Processes::open_program(Process& process, Path path,
                                                 fs::FoundDirectory& found) {
    DirectoryHold const root(process.place.hold_root());
    DirectoryHold const current(process.place.hold_current());
    auto const node = names->find(root.directory(), current.directory(), path, true, found);
    if (node.is_error()) return errno_of(node.error());
    auto* const file = narrow_to<fs::File>(*node.value());
    if (file && process.credentials.may(file->attributes(), executes)) return file;
    node.value()->release();
    return Errno::eacces;
}

/// Loads a program, or what a script says that it is run by (execve(2)), which is told.
Result<Processes::Loaded, Errno> Processes::load(Process& process, Path path,
                                                 ArgumentList& arguments, ProgramFile& program) {
    constexpr u32 scripts_max = 4;
    u8 interpreter[ScriptLine::bytes_max];
    for (u32 i = 0; i < scripts_max; ++i) {
        fs::File& file = *TRY(open_program(process, path, program.found));
        NodeHold const hold(file);
        u8 header[header_bytes];
        auto const size = file.read(0, Span<u8>(header));
        if (size.is_error()) return errno_of(size.error());
        Span<u8 const> const read(header, size.value());
        auto const line = read_script_line(Text::from_bytes(read));
        if (!line) {
            file.hold();
            program.node.take(&file);
            return load_file(process, file, read, arguments);
        }
        arguments.drop_first();
        bool fits = arguments.prepend(Text::from_bytes(path));
        if (!line->argument.is_empty()) fits = fits && arguments.prepend(line->argument);
        if (!fits || !arguments.prepend(line->program)) return Errno::e2big;
        path = Span<u8 const>(interpreter, line->program.write_to(Span<u8>(interpreter)));
    }
    return Errno::eloop;
}

Result<Processes::Loaded, Errno> Processes::load_file(Process& process, fs::File& file,
                                                      Span<u8 const> header,
                                                      ArgumentList const& arguments) {
    auto const attributes = file.attributes();
    Credentials as = process.credentials;
    as.begin_program(attributes);
    ElfProgram const program =
        TRY(ElfProgram::read(header, attributes.size_bytes, domain::elf_machine,
                             layout::program_base, layout::mapping_base));
    ProgramMemory* const memory =
        TRY(ProgramMemory::make({*records, *spaces, *privates, *objects, *frames, *threads}));
    memory->set_bytes_max(process.limits.of(memory_bytes).soft);
    random_ = (random_ + domain::ticks()) * 0x9e37'79b9'7f4a'7c15 + 1;
    u64 const random[] = {random_ ^ random_ >> 31, random_ * 0xd1b5'4a32'd192'ed03};
    auto const entry = build(process, file, program, *memory);
    bool const is_dynamic = program.interpreter().bytes != 0;
    vaddr const linker = is_dynamic ? layout::interpreter_base : 0;
    auto const stack = entry.is_ok()
                           ? write_first_stack(*memory, arguments, program, linker, as, random)
                           : Result<vaddr, Errno>(entry.error());
    if (stack.is_error()) {
        memory->let_go();
        return stack.error();
    }
    return Loaded{memory, entry.value(), stack.value(), as};
}

/// The segments, the heap after them, the stack, and the dynamic linker if the program has one.
/// Tells where it begins.
Result<vaddr, Errno> Processes::build(Process& process, fs::File& file, ElfProgram const& program,
                                      ProgramMemory& memory) {
    TRY(map_segments(memory, file, program));
    memory.set_heap(program.end());
    TRY(memory.map({layout::stack_end - layout::stack_bytes, layout::stack_bytes / page_size,
                    hal::Mmu::read | hal::Mmu::write}));
    if (program.interpreter().bytes == 0) return program.entry();
    return load_interpreter(process, file, program.interpreter(), memory);
}

/// Maps the dynamic linker that a program names. ELIBBAD if it is none. Tells where it begins.
Result<vaddr, Errno> Processes::load_interpreter(Process& process, fs::File& file,
                                                 ElfProgram::Interpreter where,
                                                 ProgramMemory& memory) {
    u8 path[ElfProgram::interpreter_bytes_max];
    auto const size = file.read(where.offset, Span<u8>(path, where.bytes));
    if (size.is_error()) return errno_of(size.error());
    if (size.value() != where.bytes || path[where.bytes - 1] != 0) return Errno::enoexec;
    fs::FoundDirectory found;
    fs::File& linker = *TRY(open_program(process, Span<u8 const>(path, where.bytes - 1), found));
    NodeHold const hold(linker);
    u8 header[header_bytes];
    auto const read = linker.read(0, Span<u8>(header));
    if (read.is_error()) return errno_of(read.error());
    auto const program =
        ElfProgram::read({header, read.value()}, linker.attributes().size_bytes,
                         domain::elf_machine, layout::interpreter_base, layout::mapping_end);
    bool const is_linker = program.is_ok() && program.value().interpreter().bytes == 0 &&
                           program.value().segments()[0].base >= layout::interpreter_base;
    if (!is_linker) return Errno::elibbad;
    TRY(map_segments(memory, linker, program.value()));
    return program.value().entry();
}

/// The segments of a program's file.
Result<void, Errno> Processes::map_segments(ProgramMemory& memory, fs::File& file,
                                            ElfProgram const& program) {
    for (ElfProgram::Segment const& each : program.segments()) {
        ProgramMemory::Range range{each.base, each.pages, each.rights};
        if (each.file_bytes != 0) {
            range.file = &file;
            range.file_page = each.file_page;
            range.file_bytes = each.file_bytes;
            range.node = &file;
        }
        TRY(memory.map(range));
    }
    return {};
}

/// The last part of a path, as far as there is room.
void Processes::set_name(Process& process, Text path) {
    u32 begin = 0;
    for (u32 i = 0; i < path.size(); ++i)
        if (path[i] == '/') begin = i + 1;
    u64 const bytes = min<u64>(path.size() - begin, sizeof process.name - 1);
    for (u64 i = 0; i < bytes; ++i)
        process.name[i] = path[begin + i];
    process.name[bytes] = 0;
}

} // namespace flat::unix::process
