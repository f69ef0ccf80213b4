// SPDX-License-Identifier: BSD-2-Clause
// A file system in memory and the host's do the same, whatever is done to them.
#include <fs/ram_files.hpp>

#include <fs/host/testing.hpp>
#include <fs/mounted_names.hpp>

namespace flat::fs {
namespace {

using testing::SomeFiles;
using testing::SomeNames;

TEST(FsRamRandom, random_operations_end_as_those_of_the_host) {
    u32 const seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    testing::Kernel kernel;
    {
        SomeFiles files{kernel};
        SomeNames names{kernel, files};
        testing::Paths paths(names);
        testing::HostComparison comparison(paths, seed, {});
        for (u32 i = 0; i < 3000 && !::testing::Test::HasFailure(); ++i) {
            comparison.step();
            if (i % 100 == 99) comparison.compare();
        }
        EXPECT_GT(comparison.failures(), 300u);
        EXPECT_LT(comparison.failures(), 2700u);
        EXPECT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
    }
    EXPECT_EQ(kernel.frames.taken_bytes(), 0u);
}

} // namespace
} // namespace flat::fs
