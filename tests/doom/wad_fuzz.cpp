// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a WAD consists of, nothing but it is read, and one without a problem
// names only what lies in it.
#include <doom/wad.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace flat;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::vector<std::uint8_t> const bytes(data, data + size); // the sanitizers guard its end
    Span<u8 const> const file(bytes.data(), size);
    bool const is_game = doom::problem_of_wad(file, doom::wad_kind).is_empty();
    bool const is_patch = doom::problem_of_wad(file, doom::patch_kind).is_empty();
    if (is_game && is_patch) std::abort();
    if (!is_game && !is_patch) return 0;
    u32 head[3];
    std::memcpy(head, bytes.data(), sizeof head);
    for (u32 lump = 0; lump < head[1]; ++lump) {
        u32 entry[2];
        std::memcpy(entry, bytes.data() + head[2] + std::size_t(lump) * 16, sizeof entry);
        std::vector<std::uint8_t> const contents(bytes.begin() + entry[0],
                                                 bytes.begin() + entry[0] + entry[1]);
        if (entry[0] + std::uint64_t(entry[1]) > size) std::abort();
    }
    return 0;
}
