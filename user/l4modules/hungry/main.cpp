// SPDX-License-Identifier: BSD-2-Clause
// Fills memory that it has reserved.
#include <core/types.hpp>
#include <l4/image.hpp>
#include <l4/print.hpp>
#include <l4/program.hpp>
#include <l4/root_task.hpp>

flat::u64 l4::program() {
    constexpr Word pages = 300;
    constexpr Word words = pages * page_size / sizeof(Word);
    Word const at = reserve_memory(pages);
    if (at == 0) return 1;
    auto* const memory = flat::pointer_to<Word>(at);
    Word sum = 0;
    for (Word index = 0; index < words; ++index) {
        if (memory[index] != 0) return 2;
        memory[index] = index;
    }
    for (Word index = 0; index < words; ++index)
        sum += memory[index];
    bool const is_right = sum == words * (words - 1) / 2;
    print("hungry: {} pages {}\n", pages, is_right ? "hold" : "do not hold");
    return is_right ? 7 : 3;
}
