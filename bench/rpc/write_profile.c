// SPDX-License-Identifier: BSD-2-Clause
// Writes the counts of an instrumented program before `_exit`, with which kernels on hosted end.

int __llvm_profile_write_file(void);
[[noreturn]] void __real__exit(int status);

/// Linked in place of `_exit` (--wrap): that runs no handlers, so the counts would be lost.
[[noreturn]] void __wrap__exit(int status) {
    __real__exit(__llvm_profile_write_file() == 0 ? status : 1);
}
