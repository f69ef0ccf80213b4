// SPDX-License-Identifier: BSD-2-Clause
// Tests of both ends of a disk whose driver is in another domain.
#include <block/carried_disk.hpp>
#include <block/disk_carrier.hpp>

#include <block/testing.hpp>

#include <gtest/gtest.h>

namespace flat::block {
namespace {

using namespace testing;

class SomeCarrier final : public DiskCarrier {
public:
    using DiskCarrier::DiskCarrier;
};

class SomeDisk final : public CarriedDisk {
public:
    using CarriedDisk::CarriedDisk;
};

/// What is left when the driver's domain has ended.
class NoCarrier final : public SectorCarrier {
public:
    Result<Disk::Geometry, DiskError> geometry() override { return told; }

    Result<Disk::Geometry, DiskError> told = gone;
    Result<void, DiskError> read(u64, Span<u8>) override { return gone; }
    Result<void, DiskError> write(u64, Span<u8 const>) override { return gone; }
    Result<void, DiskError> flush() override { return gone; }

private:
    static constexpr DiskError gone{DiskError::unreachable};
};

class BlockCarriedDisk : public ::testing::Test {
protected:
    void read(u64 sector, std::vector<Bytes*> const& parts) {
        fill_segments(parts);
        request.set_read(sector, {request.segments.data(), request.segments.size()});
        disk.submit(request);
    }
    void fill_segments(std::vector<Bytes*> const& parts) {
        request.segments.clear();
        for (Bytes* const each : parts)
            request.segments.push_back({each->data(), 0, u32(each->size())});
    }

    TestDisk beneath;
    TestThreads threads;
    SomeCarrier carrier{{.disk = beneath, .threads = threads}, {}};
    SomeDisk disk{{.carrier = carrier}, {}};
    TestRequest request;
};

TEST_F(BlockCarriedDisk, is_like_the_disk_at_the_other_end) {
    EXPECT_EQ(disk.geometry(), beneath.geometry());
}

TEST_F(BlockCarriedDisk, reads_and_writes_what_is_longer_than_a_call) {
    beneath.contents = Bytes(512 * 256);
    Bytes first = pattern(2 * SectorCarrier::call_max + 512);
    Bytes second = pattern(1024, 7);
    fill_segments({&first, &second});
    request.set_write(3, {request.segments.data(), 2}, true);
    disk.submit(request);
    ASSERT_TRUE(request.outcome().is_ok());
    EXPECT_EQ(request.ends, 1u);
    auto const begin = beneath.contents.begin() + 3 * 512;
    EXPECT_TRUE(std::equal(first.begin(), first.end(), begin));
    EXPECT_TRUE(std::equal(second.begin(), second.end(), begin + long(first.size())));
    Bytes head(first.size());
    Bytes tail(second.size());
    read(3, {&head, &tail});
    EXPECT_TRUE(request.outcome().is_ok());
    EXPECT_EQ(head, first);
    EXPECT_EQ(tail, second);
}

TEST_F(BlockCarriedDisk, tells_what_is_wrong_with_a_request) {
    beneath.contents = Bytes(512 * 8);
    Bytes bytes(1024);
    read(7, {&bytes});
    EXPECT_EQ(request.code(), DiskError::out_of_range);
    Bytes odd(100);
    read(0, {&odd});
    EXPECT_EQ(request.code(), DiskError::invalid);
    EXPECT_EQ(carrier.read(7, Span<u8>(bytes.data(), bytes.size())).error().code,
              DiskError::out_of_range);
}

TEST_F(BlockCarriedDisk, of_a_domain_that_has_ended_is_no_disk) {
    NoCarrier gone;
    SomeDisk none({.carrier = gone}, {});
    EXPECT_EQ(none.geometry().sectors, 0u);
    request.set_flush();
    none.submit(request);
    EXPECT_EQ(request.code(), DiskError::unreachable);
}

TEST_F(BlockCarriedDisk, of_what_cannot_be_a_disk_is_none) {
    for (u32 const sector_bytes : {0u, 100u, 768u, 65536u}) {
        NoCarrier liar;
        liar.told = Disk::Geometry{1000, sector_bytes, 1, false, false};
        SomeDisk none({.carrier = liar}, {});
        EXPECT_EQ(none.geometry().sectors, 0u);
        Bytes bytes(512);
        fill_segments({&bytes});
        request.set_read(0, {request.segments.data(), 1});
        none.submit(request);
        EXPECT_EQ(request.code(), DiskError::misbehaves);
    }
}

} // namespace
} // namespace flat::block
