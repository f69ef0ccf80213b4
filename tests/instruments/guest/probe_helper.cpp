// SPDX-License-Identifier: BSD-2-Clause
// Measures known code with core/measure/probe.hpp, in a kernel as the kit compiles it.
#include <core/measure/probe.hpp>

namespace {

using flat::ProbeRecord;

ProbeRecord static_records[3];
flat::u64 word;

[[gnu::always_inline]] inline void run_known_code() {
    asm volatile("nop\n\tnop\n\tmovq $1, %0" : "=m"(word));
}

bool is_nothing(ProbeRecord const& cost) {
    return cost.valid && cost.kernel_instructions == 0 && cost.user_instructions == 0 &&
           cost.kernel_reads == 0 && cost.kernel_writes == 0 && cost.user_reads == 0 &&
           cost.user_writes == 0 && cost.kernel_lines == 0 && cost.user_lines == 0 &&
           cost.control_writes == 0;
}

bool is_known_code(ProbeRecord const& cost) {
    return cost.valid && cost.kernel_instructions == 3 && cost.user_instructions == 0 &&
           cost.kernel_reads == 0 && cost.kernel_writes == 1 && cost.user_reads == 0 &&
           cost.user_writes == 0 && cost.kernel_lines == 1 && cost.user_lines == 0 &&
           cost.control_writes == 0;
}

} // namespace

/// 0 if the records hold what they must, 1 if they were not filled, else what is wrong.
extern "C" flat::u32 measure() {
    probe(static_records[0]);
    probe(static_records[1]);
    run_known_code();
    probe(static_records[2]);
    if (!static_records[0].valid) return 1;
    if (!is_nothing(difference(static_records[0], static_records[1]))) return 2;
    if (!is_known_code(difference(static_records[1], static_records[2]))) return 3;
    ProbeRecord before; // on the stack, where the compiler may think that it knows what they hold
    ProbeRecord after;
    probe(before);
    run_known_code();
    probe(after);
    return is_known_code(difference(before, after)) ? 0 : 4;
}
