// SPDX-License-Identifier: BSD-2-Clause
// What compiled C++ expects of its run-time library, in kernels that have none.
#include <core/panic.hpp>

/// Fills the table entries of pure virtual functions.
extern "C" [[noreturn]] void __cxa_pure_virtual() {
    flat::panic("a pure virtual function was called");
}
