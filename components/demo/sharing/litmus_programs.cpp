// SPDX-License-Identifier: BSD-2-Clause
// Litmus tests: small programs of several threads, and which results one memory can give.
#include <demo/sharing/litmus_programs.hpp>

namespace flat::demo::sharing {

namespace {

constexpr u8 x = 0;
constexpr u8 y = 1;

constexpr Step load(u8 variable) {
    return {Step::Kind::load, variable, 0};
}

constexpr Step store(u8 variable, u8 value) {
    return {Step::Kind::store, variable, value};
}

constexpr LitmusProgram programs[] = {
    {"store buffering", {{store(x, 1), load(y)}, {store(y, 1), load(x)}}},
    {"message passing", {{store(x, 1), store(y, 1)}, {load(y), load(x)}}},
    {"load buffering", {{load(x), store(y, 1)}, {load(y), store(x, 1)}}},
    {"independent reads of independent writes",
     {{store(x, 1)}, {store(y, 1)}, {load(x), load(y)}, {load(y), load(x)}}},
    {"coherence of one word",
     {{store(x, 1), store(x, 2)}, {load(x), load(x)}, {load(x), load(x)}, {load(x), load(x)}}},
};

/// A point within a program: how far each thread is, and what the memory holds.
struct Point {
    u8 done[LitmusProgram::threads_max] = {};
    u64 variables[LitmusProgram::variables_max] = {};
};

bool can_end(LitmusProgram const& program, LitmusResult const& result, Point const& point);

/// Whether the rest can be as it was when a thread makes the next step.
bool can_go_on(LitmusProgram const& program, LitmusResult const& result, Point point, u32 thread) {
    u8 const place = point.done[thread]++;
    Step const& step = program.steps[thread][place];
    u64& variable = point.variables[step.variable];
    if (step.kind == Step::Kind::load && variable != result.loaded[thread][place]) return false;
    if (step.kind == Step::Kind::store) variable = step.value;
    return can_end(program, result, point);
}

bool can_end(LitmusProgram const& program, LitmusResult const& result, Point const& point) {
    bool is_end = true;
    for (u32 i = 0; i < LitmusProgram::threads_max; ++i) {
        u8 const place = point.done[i];
        bool const has_step =
            place < LitmusProgram::steps_max && program.steps[i][place].kind != Step::Kind::none;
        if (!has_step) continue;
        is_end = false;
        if (can_go_on(program, result, point, i)) return true;
    }
    return is_end;
}

} // namespace

Span<LitmusProgram const> litmus_programs() {
    return Span<LitmusProgram const>(programs);
}

bool is_sequential(LitmusProgram const& program, LitmusResult const& result) {
    return can_end(program, result, {});
}

} // namespace flat::demo::sharing
