// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever an archive consists of, nothing but it is read, and what is found in
// it lies within it.
#include <core/image/archive.hpp>

#include <cstdint>
#include <cstdlib>
#include <vector>

using namespace flat;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::vector<std::uint8_t> const bytes(data, data + size); // the sanitizers guard its end
    Archive archive({bytes.data(), size});
    std::size_t files = 0;
    for (auto each = archive.next(); each; each = archive.next()) {
        u8 sum = 0;
        for (char const character : each->name)
            sum = static_cast<u8>(sum + character);
        for (u8 const byte : each->contents)
            sum = static_cast<u8>(sum + byte);
        static_cast<void>(sum);
        if (++files > size / 110) std::abort();
    }
    return 0;
}
