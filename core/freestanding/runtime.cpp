// SPDX-License-Identifier: BSD-2-Clause
// What compiled C++ expects of its run-time library, in kernels that have none.
#include <core/panic.hpp>

/// Fills the table entries of pure virtual functions; the name is the compilers'.
extern "C" [[noreturn]] void pure_virtual_function() asm("__cxa_pure_virtual");

void pure_virtual_function() {
    flat::panic("a pure virtual function was called");
}
