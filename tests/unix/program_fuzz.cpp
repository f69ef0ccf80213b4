// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a program's headers say, what is taken of them lies in the file and in
// the address space, in order.
#include <unix/elf_program.hpp>

#include <cstdint>
#include <cstdlib>
#include <vector>

using namespace flat;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    constexpr u64 page_bytes = 4096;
    constexpr u64 file_bytes = 0x10000;
    constexpr vaddr anywhere = 0x5000'0000'0000;
    constexpr vaddr limit = 0x6000'0000'0000;
    std::vector<std::uint8_t> const bytes(data, data + size); // the sanitizers guard its end
    auto const read = unix::ElfProgram::read({bytes.data(), size}, file_bytes, 62, anywhere, limit);
    if (read.is_error()) return 0;
    unix::ElfProgram const& program = read.value();
    vaddr end = page_bytes;
    for (auto const& each : program.segments()) {
        bool const is_in_order = each.base % page_bytes == 0 && each.base >= end;
        end = each.base + each.pages * page_bytes;
        bool const is_in_space = end > each.base && end <= limit;
        bool const is_in_file = each.file_page * page_bytes + each.file_bytes <= file_bytes;
        bool const has_room = each.file_bytes <= each.pages * page_bytes;
        if (!is_in_order || !is_in_space || !is_in_file || !has_room) std::abort();
    }
    auto const interpreter = program.interpreter();
    if (interpreter.offset + interpreter.bytes > file_bytes) std::abort();
    if (program.end() != end || program.entry() >= end) std::abort();
    return 0;
}
