// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: a disk of System V's format of which bytes are changed.
#include "disk_fuzz.hpp"

#include <fs/sysv/testing.hpp>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    return flat::fs::fuzzing::mount_damaged<flat::fs::sysv::testing::Machine>(data, size);
}
