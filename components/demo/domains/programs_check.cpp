// SPDX-License-Identifier: BSD-2-Clause
// Starts programs from boot modules, again and again, and loses nothing by it.
#include <demo/domains/programs_check.hpp>

#include <core/image/boot_module.hpp>
#include <core/measure/lose_no_frames.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::demo::domains {

namespace {

using Code = domain::ProgramError::Code;

constexpr Text program = "visitor";
constexpr u32 failed = 101;

/// What a program does, as its arguments say it.
constexpr Text ways[] = {Text("visitor\0null\0", 13),   Text("visitor\0code\0", 13),
                         Text("visitor\0data\0", 13),   Text("visitor\0deep\0", 13),
                         Text("visitor\0kernel\0", 15), Text("visitor\0halt\0", 13),
                         Text("visitor\0fill\0", 13),   Text("visitor\0number\0", 15),
                         Text("visitor\0text\0", 13),   Text("visitor\0serve\0", 14)};

Span<u8 const> file_of(Text name) {
    for (u32 i = 0; i < flat_module_count; ++i)
        if (name == flat_modules[i].name)
            return Span<u8 const>(flat_modules[i].begin, flat_modules[i].size_bytes);
    panic("there is no module {}", name);
}

} // namespace

void ProgramsCheck::run() {
    u32 const count = start(program, {}, Text("visitor\0one\0two words\0", 22));
    if (count != 3) panic("the program has {} arguments", count);
    for (Text const each : ways)
        if (start(program, {}, each) != failed) panic("a program has survived");
    refuse_all();
    lose_no_frames(*frames, rounds, [this] { release_running(); });
    u64 const before = frames->free_bytes();
    refuse_damaged();
    if (frames->free_bytes() < before) panic("frames are lost by damaged programs");
    say(*log, "{} programs were started and released, and gave all back", rounds);
}

/// Runs a program to its end; its status.
u32 ProgramsCheck::start(Text module, Text calls, Text arguments) {
    auto const made = programs->load(file_of(module), calls.bytes(), arguments.bytes());
    if (made.is_error()) panic("{} is refused", module);
    made.value()->start();
    u32 const status = made.value()->join();
    made.value()->release();
    return status;
}

void ProgramsCheck::refuse(Span<u8 const> file, Text calls, Text arguments, Code reason) {
    auto const made = programs->load(file, calls.bytes(), arguments.bytes());
    if (made.is_ok() || made.error().code != reason) panic("it is not refused for that");
}

void ProgramsCheck::refuse_all() {
    constexpr Text name("visitor", 8); // with its zero
    Span<u8 const> const file = file_of(program);
    refuse(Text("no program").bytes(), {}, name, Code::malformed);
    refuse(file.first(file.size() / 2), {}, name, Code::malformed);
    refuse(file, Text("nobody"), name, Code::unknown);
    refuse(file, {}, Text("visitor"), Code::invalid);
}

/// A program whose headers are damaged is refused, or ends as another one would.
void ProgramsCheck::refuse_damaged() {
    constexpr u64 header_bytes = 232; // of the file, and of three segments
    constexpr Text damaged("damaged\0spin\0", 13);
    static constinit u8 copy[1u << 16];
    Span<u8 const> const file = file_of(program);
    if (file.size() > sizeof copy) panic("the program is larger than expected");
    u32 refused = 0;
    for (u64 i = 0; i < header_bytes; ++i) {
        memcpy(copy, file.data(), file.size());
        copy[i] ^= 0x81;
        auto const made = programs->load(Span<u8 const>(copy, file.size()), {}, damaged.bytes());
        refused += made.is_error();
        if (made.is_error()) continue;
        made.value()->start();
        threads->yield();
        made.value()->release();
    }
    say(*log, "{} of {} damaged programs were refused", refused, header_bytes);
}

void ProgramsCheck::release_running() {
    auto const made = programs->load(file_of(program), {}, Text("visitor\0spin\0", 13).bytes());
    if (made.is_error()) panic("there is no memory for one more");
    made.value()->start();
    threads->yield();
    made.value()->release();
}

} // namespace flat::demo::domains
