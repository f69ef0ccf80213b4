// SPDX-License-Identifier: BSD-2-Clause
// Reads where nothing is.
#include <core/types.hpp>
#include <l4/print.hpp>
#include <l4/program.hpp>

flat::u64 l4::program() {
    print("stray: before\n");
    flat::u64 const nothing = *flat::pointer_to<flat::u64 volatile>(0x30'0000);
    print("stray: has read {}\n", nothing);
    return 0;
}
