// SPDX-License-Identifier: BSD-2-Clause
// Runs a program of Java on what a kernel has.
#include <java/machine/virtual_machine.hpp>

#include <core/image/program_words.hpp>
#include <core/say.hpp>
#include <java/machine/start.hpp>
#include <machine/boot_words.hpp>
#include <new>

namespace flat::java::machine {

namespace {

constexpr u64 mib = u64{1} << 20;
constexpr u64 kib = 1024;
constexpr u64 ns_per_ms = 1'000'000;
constexpr u32 not_started = 1; ///< the status when there is no program
constexpr u32 words_max = 64;

/// The words of a program: its class and its arguments.
struct Words {
    TextBuffer<program_words_max> text;
    Text parts[words_max];
    u32 count;
};

/// Parts of the text, that zeros end; false if there are too many.
bool split(Words& words) {
    Text const all = words.text.text();
    usize begin = 0;
    for (usize i = 0; i < all.size(); ++i) {
        if (all[i] != '\0') continue;
        if (words.count == words_max) return false;
        words.parts[words.count++] = all.after(begin).first(i - begin);
        begin = i + 1;
    }
    return true;
}

} // namespace

void VirtualMachine::run() {
    begin_ns_ = timer->now_ns();
    u32 const status = open_archive() ? run_in_thread() : not_started;
    TextBuffer<64> line;
    line.put("@record {\"program_status\": ");
    format(line, "{}", status & 0xff);
    line.put("}\n");
    console->write(line.text().bytes());
}

bool VirtualMachine::open_archive() {
    auto const contents = file->contents();
    if (contents.bytes == 0) {
        say(*log, "java: there are no classes: flat run --module ARCHIVE");
        return false;
    }
    archive_ = Span<u8 const>(pointer_to<u8 const>(contents.base), contents.bytes);
    image_ = Image(file_of_archive("", "modules", ""));
    Text const problem = image_.problem();
    if (problem.is_empty()) return true;
    say(*log, "java: modules in the archive: {}", problem);
    return false;
}

/// The kernel's first thread waits until the machine has ended, whichever thread ends it.
u32 VirtualMachine::run_in_thread() {
    class First final : public thread::Thread::Body {
    public:
        explicit First(VirtualMachine& machine) : machine_(machine) {}
        void run() override { machine_.threads_->end(machine_.run_machine()); }

    private:
        VirtualMachine& machine_;
    };
    First first(*this);
    void* const room = take(sizeof(ManagedThreads));
    if (room) threads_ = new (room) ManagedThreads(*threads, *alarms, *this);
    if (threads_ && threads_->run_first(first)) return threads_->status();
    say(*log, "java: there is no memory");
    return not_started;
}

u32 VirtualMachine::run_machine() {
    void* const room = take(sizeof(Machine));
    void* const stack = take(stack_kib * kib);
    void* const of_words = take(sizeof(Words));
    if (!room || !stack || !of_words) {
        say(*log, "java: there is no memory");
        return not_started;
    }
    auto& words = *new (of_words) Words{};
    if (!read_program_words(flat::machine::boot_word("program"), words.text) || !split(words)) {
        say(*log, "java: too many words");
        return not_started;
    }
    if (words.count == 0) {
        say(*log, "java: there is no program: flat run java -- PROGRAM");
        return not_started;
    }
    auto& machine = *new (room) Machine(*this, *this);
    machine.native.begin(ManagedThreads::native_bytes);
    machine.threads.begin(*threads_, thread_stack_kib * kib / sizeof(Slot));
    if (!machine.begin(heap_mib * mib)) return not_started;
    machine.verifier = make_verifier(*this, machine.classes);
    if (!machine.verifier) {
        say(*log, "java: there is no memory");
        return not_started;
    }
    Run run(machine, 1, Span<Slot>(static_cast<Slot*>(stack), stack_kib * kib / sizeof(Slot)));
    run.native = machine.native;
    machine.add(run);
    Span<Text const> const arguments(words.parts + 1, words.count - 1);
    u32 const status = run_program(run, words.parts[0], arguments);
    if (is_measured) say_costs(machine);
    return status;
}

/// With QEMU's clock a nanosecond is an instruction.
void VirtualMachine::say_costs(Machine& machine) {
    TextBuffer<240> line;
    auto const put = [&](Text key, u64 value) {
        line.put(key);
        format(line, "{}", value);
    };
    put("@record {\"of\": \"program\", \"first_output\": ", first_output_ns_ - begin_ns_);
    put(", \"all\": ", timer->now_ns() - begin_ns_);
    put(", \"classes\": ", machine.classes.count());
    put(", \"class_kib\": ", machine.arena.used() / kib);
    put(", \"object_kib\": ", machine.heap.used() / kib);
    put(", \"collections\": ", machine.heap.collections());
    line.put("}\n");
    console->write(line.text().bytes());
}

void* VirtualMachine::take(u64 bytes) {
    auto const found = allocator->allocate(bytes, 16);
    return found.is_ok() ? pointer_to<void>(found.value()) : nullptr;
}

void VirtualMachine::write(u32, Span<u8 const> bytes) {
    if (first_output_ns_ == 0) first_output_ns_ = timer->now_ns();
    console->write(bytes);
}

u64 VirtualMachine::now_ns() {
    return timer->now_ns();
}

u64 VirtualMachine::now_ms() {
    return (clock ? static_cast<u64>(clock->now_ns()) : timer->now_ns()) / ns_per_ms;
}

void VirtualMachine::report(Text line) {
    log->write(log::Log::Level::error, line.bytes());
}

Span<u8 const> VirtualMachine::find(Text name, bool& is_trusted) {
    Span<u8 const> const of_library = image_.find(name);
    is_trusted = !of_library.is_empty();
    return is_trusted ? of_library : file_of_archive("classes/", name, ".class");
}

/// A file whose name is of three parts; empty if there is none.
Span<u8 const> VirtualMachine::file_of_archive(Text folder, Text name, Text suffix) const {
    Archive archive(archive_);
    usize const size = folder.size() + name.size() + suffix.size();
    while (auto const each = archive.next()) {
        if (each->name.size() != size || !each->name.starts_with(folder)) continue;
        Text const rest = each->name.after(folder.size());
        if (rest.first(name.size()) == name && rest.after(name.size()) == suffix)
            return each->contents;
    }
    return {};
}

} // namespace flat::java::machine
