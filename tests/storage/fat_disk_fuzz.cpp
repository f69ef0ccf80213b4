// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: a FAT32 of which bytes are changed.
#include "disk_fuzz.hpp"

#include <fs/fat/testing.hpp>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    return flat::fs::fuzzing::mount_damaged<flat::fs::fat::testing::Machine>(data, size);
}
