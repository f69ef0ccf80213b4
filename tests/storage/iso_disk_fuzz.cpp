// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: a disc by ISO 9660 of which bytes are changed.
#include "disk_fuzz.hpp"

#include <fs/iso/iso9660.hpp>

namespace {

class SomeIso final : public flat::fs::iso::Iso9660 {
public:
    using Iso9660::Iso9660;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    return flat::fs::fuzzing::mount_damaged<flat::fs::testing::DiskMachine<SomeIso>>(data, size,
                                                                                     false);
}
