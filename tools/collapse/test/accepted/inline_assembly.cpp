// SPDX-License-Identifier: BSD-2-Clause
// Inline assembly with members of base and class as operands.
// RUN: %same_output --class Context %s
#include <cstdio>

struct Registers {
    long value = 40;
    void add(long by) { asm("addq %1, %0" : "+m"(value) : "r"(by) : "cc"); }
};

struct Context : Registers {
    long result = 0;
    void store() {
        asm volatile("movq %[from], %%rax\n\tmovq %%rax, %[to]"
                     : [to] "=m"(result)
                     : [from] "m"(value)
                     : "rax");
    }
};

int main() {
    Context context;
    context.add(2);
    context.store();
    std::printf("%ld %ld\n", context.value, context.result);
}

// PRINTS: 42 42
