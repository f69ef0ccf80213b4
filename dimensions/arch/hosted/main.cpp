// SPDX-License-Identifier: BSD-2-Clause
// Where the host starts the process: the "boot loader" of the hosted architecture.

extern "C" [[noreturn]] void flat_main();

int main() {
    flat_main();
}
