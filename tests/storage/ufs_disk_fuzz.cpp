// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: an FFS of which bytes are changed.
#include "disk_fuzz.hpp"

#include <fs/ufs/testing.hpp>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    return flat::fs::fuzzing::mount_damaged<flat::fs::ufs::testing::Machine>(data, size);
}
