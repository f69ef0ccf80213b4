// SPDX-License-Identifier: BSD-2-Clause
// Programs of which a class file was changed at random: each is read, verified and run in a process
// of its own, and must end by returning, by an exception, or by the limit of time; under
// sanitizers. Arguments: the file `modules`, a folder of classes, a folder for what was changed, a
// seed, a number, and the names of programs. Writes what loading and verifying each gave.
#include "host_machine.hpp"

#include <core/panic.hpp>
#include <java/machine/run.hpp>
#include <java/machine/start.hpp>

#include <csignal>
#include <filesystem>
#include <memory>
#include <random>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace flat;
using namespace flat::java;

void flat::assertion_failed(char const* what, char const* file, u32 line) {
    std::fprintf(stderr, "%s:%u: %s\n", file, line, what);
    std::abort();
}

void flat::detail::panic(BacktraceOf, void const*, Text format, Span<FormatArgument const>) {
    std::fprintf(stderr, "panic: %.*s\n", static_cast<int>(format.size()), format.data());
    std::abort();
}

namespace {

using Bytes = std::vector<u8>;
using Random = std::mt19937;

constexpr u64 heap_bytes = u64{4} << 20;
constexpr u64 stack_slots = 64 * 1024;
constexpr suseconds_t run_limit_us = 300'000; ///< of the processor, for a program
constexpr time_t load_limit_s = 20;           ///< for loading and verifying, which must end

/// The attributes Code of a file, one after the other: what is in them, by its place in the file.
std::vector<usize> places_of_code(Bytes const& bytes) {
    Span<u8 const> const file(bytes.data(), bytes.size());
    std::vector<u32> room(ClassFile::room_needed(file));
    std::vector<usize> found;
    auto const read = ClassFile::read(file, Span<u32>(room.data(), room.size()));
    if (read.is_error()) return found;
    auto methods = read.value().methods();
    while (auto const method = methods.next()) {
        auto attributes = method->attributes;
        while (auto const each = attributes.next())
            for (usize i = 0; each->name == Text("Code") && i < each->bytes.size(); ++i)
                found.push_back(each->offset + i);
    }
    return found;
}

/// Changes a byte: mostly of code with its frames and handlers, sometimes anything.
void change(Bytes& bytes, std::vector<usize> const& code, Random& random) {
    bool const is_anywhere = code.empty() || random() % 16 == 0;
    usize const place = is_anywhere ? random() % bytes.size() : code[random() % code.size()];
    switch (random() % 4) {
    case 0:
        bytes[place] = u8(random());
        break;
    case 1:
        bytes[place] = u8(bytes[place] + 1 - 2 * (random() % 2));
        break;
    case 2:
        bytes[place] ^= u8(1u << random() % 8);
        break;
    default:
        bytes[place] = bytes[random() % bytes.size()];
        break;
    }
}

Bytes mutant_of(Bytes bytes, Random& random) {
    constexpr u8 before_frames = 49;
    auto const code = places_of_code(bytes);
    if (random() % 8 == 0) bytes[7] = before_frames; // types are inferred then
    for (u32 changes = 1 + random() % 2; changes > 0; --changes)
        change(bytes, code, random);
    return bytes;
}

void limit(time_t seconds, suseconds_t microseconds) {
    itimerval const timer{{0, 0}, {seconds, microseconds}};
    setitimer(ITIMER_PROF, &timer, nullptr);
}

/// What loading and verifying a class gives.
std::string verdict_of(Run& run, std::string const& name) {
    Machine& machine = run.machine;
    Class* const found =
        machine.classes.load(machine.symbols.of_copy(Text(name.data(), name.size())));
    if (!found) return machine.classes.problem().exception;
    Verdict const& verdict = machine.verifier->verify(*found);
    return verdict.exception ? verdict.exception : "right";
}

/// In a process of its own. Returns how it ended: of `exit`, or a signal.
int try_one(Run& run, HostMachine& host, std::string const& program, std::string const& name,
            Bytes const& bytes) {
    std::fflush(stdout);
    pid_t const child = fork();
    if (child == 0) {
        limit(load_limit_s, 0);
        host.classes[name] = bytes;
        std::printf("%s\n", verdict_of(run, name).c_str());
        std::fflush(stdout);
        limit(0, run_limit_us);
        Text const argument = "a";
        (void)run_class(run, Text(program.data(), program.size()), Span<Text const>(&argument, 1));
        std::fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

void keep(std::string const& path, Bytes const& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<char const*>(bytes.data()), std::streamsize(bytes.size()));
}

/// A program of a row, and one of its classes, which may be within it.
struct Choice {
    std::string program;
    std::string name;
};

/// Large classes more often.
std::vector<Choice> choices_of(HostMachine const& host, int count, char** programs) {
    std::vector<Choice> found;
    for (int i = 0; i < count; ++i)
        for (auto const& [name, bytes] : host.classes)
            if (name == programs[i] || name.starts_with(std::string(programs[i]) + "$"))
                found.insert(found.end(), bytes.size() / 256, {programs[i], name});
    return found;
}

} // namespace

int main(int count, char** words) {
    if (count < 7) return 2;
    HostMachine host(words[1]);
    for (auto const& each : std::filesystem::directory_iterator(words[2]))
        host.classes[each.path().stem()] = bytes_of_file(each.path());
    auto const machine = std::make_unique<Machine>(host, host);
    machine->native.begin(u64{1} << 20);
    if (!machine->begin(heap_bytes)) return 2;
    machine->verifier = make_verifier(host, machine->classes);
    std::vector<Slot> stack(stack_slots);
    Run run(*machine, 1, Span<Slot>(stack.data(), stack.size()));
    machine->add(run);
    if (!begin_library(run)) return 2;
    auto const choices = choices_of(host, count - 6, words + 6);
    Random random(static_cast<u32>(std::atol(words[4])));
    int wrong = 0;
    for (long i = 0; i < std::atol(words[5]); ++i) {
        Choice const choice = choices[random() % choices.size()];
        Bytes const mutant = mutant_of(host.classes[choice.name], random);
        std::string const path = std::string(words[3]) + "/" + std::to_string(i) + ".class";
        keep(path, mutant);
        std::printf("%ld %s ", i, choice.name.c_str());
        int const status = try_one(run, host, choice.program, choice.name, mutant);
        bool const is_right = (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
                              (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF);
        if (is_right) continue;
        ++wrong;
        std::fprintf(stderr, "%s, a changed %s of %s, ended with %d\n", path.c_str(),
                     choice.name.c_str(), choice.program.c_str(), status);
    }
    return wrong == 0 ? 0 : 1;
}
