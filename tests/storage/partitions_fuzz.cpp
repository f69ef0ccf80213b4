// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a disk contains, reading its table of partitions ends, and no
// partition overlaps another or leaves the disk. The image repeats its beginning, so that chains
// and copies have somewhere to lead to.
#include <block/partition_list.hpp>
#include <block/testing.hpp>

#include <cstdint>

using namespace flat;
using namespace flat::block;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    constexpr usize image_bytes = 64 * 512;
    testing::Bytes image;
    while (size != 0 && image.size() < image_bytes)
        image.insert(image.end(), data, data + size);
    image.resize(size == 0 ? 0 : image_bytes);
    testing::ImageSource source(image);
    PartitionList list;
    if (list.read(source).is_error()) std::abort();
    testing::expect_sound(list, image.size() / 512);
    return 0;
}
