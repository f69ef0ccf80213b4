// SPDX-License-Identifier: BSD-2-Clause
// Tests of devices as files.
#include <fs/devices/device_files.hpp>

#include <block/partitions.hpp>
#include <block/testing.hpp>
#include <fs/testing.hpp>

namespace flat::fs::devices {
namespace {

using testing::Bytes;
using testing::Code;
using testing::code_of;
using testing::SomeFiles;
using testing::SomeNames;
using Kind = Node::Kind;
using std::nullopt;

class Table final : public block::Partitions {
public:
    using Partitions::Partitions;
};

class SomeConsole final : public hal::Console {
public:
    void write(Span<u8 const> bytes) override {
        text.append(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    }

    std::string text;
};

class SomeDevices final : public DeviceFiles {
public:
    using DeviceFiles::DeviceFiles;
};

/// A disk with two partitions by MBR, and what is above it.
class FsDeviceFiles : public ::testing::Test {
protected:
    FsDeviceFiles() {
        disk.contents = block::testing::pattern(sectors * 512);
        for (usize i = 446; i < 510; ++i)
            disk.contents[i] = 0;
        put_partition(0, 100, 300);
        put_partition(1, 400, 7);
        disk.contents[510] = 0x55;
        disk.contents[511] = 0xaa;
        second_disk.contents.clear();
        EXPECT_EQ(paths.make("/dev", Kind::directory), nullopt);
        Holding<Node> at(paths.node("/dev").value());
        EXPECT_EQ(code_of(names.mount(*narrow_to<Directory>(*at), devices)), nullopt);
    }
    ~FsDeviceFiles() override {
        EXPECT_EQ(unmount(), nullopt);
        EXPECT_EQ(kernel.frames.taken_bytes(), 0u);
    }

    SomeDevices::Ports ports_with(Span<block::PartitionTable* const> disks) {
        return {.disks = disks,
                .console = console,
                .objects = kernel.objects,
                .contents = kernel.frames,
                .pages = kernel.pages,
                .threads = kernel.threads,
                .clock = kernel.clock};
    }

    void put_partition(u32 index, u32 first, u32 count) {
        usize const at = 446 + 16 * index;
        disk.contents[at + 4] = 0x83;
        block::testing::put(disk.contents, at + 8, first, 4);
        block::testing::put(disk.contents, at + 12, count, 4);
    }
    std::optional<Code> unmount() {
        if (is_unmounted) return nullopt;
        Span<u8 const> const path = testing::span_of(where);
        auto const outcome = code_of(names.unmount(paths.root(), paths.root(), path));
        is_unmounted = !outcome;
        return outcome;
    }
    Bytes on_disk(usize begin, usize bytes) {
        auto const from = disk.contents.begin() + static_cast<long>(begin);
        return Bytes(from, from + static_cast<long>(bytes));
    }

    static constexpr usize sectors = 999; // the last page is not whole

    std::string const where = "/dev";
    block::testing::TestDisk disk;
    block::testing::TestMemory memory;
    testing::Kernel kernel;
    Table table{{.whole = disk, .memory = memory, .threads = kernel.threads}, {}};
    SomeConsole console;
    SomeFiles files{kernel};
    block::testing::TestDisk second_disk;
    Table second{{.whole = second_disk, .memory = memory, .threads = kernel.threads}, {}};
    block::PartitionTable* tables[2] = {&table, &second};
    SomeDevices devices{ports_with(tables), {}};
    SomeNames names{kernel, files};
    testing::Paths paths{names};
    bool is_unmounted = false;
};

TEST_F(FsDeviceFiles, there_are_those_that_the_kernel_has) {
    EXPECT_EQ(paths.list("/dev"),
              (std::vector<std::string>{"console", "disk", "disk0", "disk1", "null", "zero"}));
    EXPECT_EQ(paths.attributes("/dev/disk").kind, Kind::block_device);
    EXPECT_EQ(paths.attributes("/dev/disk").size_bytes, sectors * 512);
    EXPECT_EQ(paths.attributes("/dev/disk1").size_bytes, 7u * 512);
    EXPECT_EQ(paths.attributes("/dev/null").kind, Kind::character_device);
    EXPECT_EQ(paths.attributes("/dev/null").device, 0x103u);
    EXPECT_EQ(code_of(paths.node("/dev/disk2")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/dev/disk00")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/dev/root")), Code::not_found);
}

TEST_F(FsDeviceFiles, further_disks_have_letters) {
    EXPECT_EQ(code_of(paths.node("/dev/diskb")), Code::not_found);
    second_disk.contents = disk.contents;
    EXPECT_TRUE(second.scan().is_ok());
    std::vector<std::string> const names = paths.list("/dev");
    EXPECT_EQ(names, (std::vector<std::string>{"console", "disk", "disk0", "disk1", "diskb",
                                               "diskb0", "diskb1", "null", "zero"}));
    EXPECT_EQ(paths.write("/dev/diskb1", 0, Bytes(500, 9)), nullopt);
    EXPECT_EQ(second_disk.contents[400 * 512 + 499], 9);
    EXPECT_NE(disk.contents[400 * 512 + 499], 9);
    {
        Holding<Node> held(paths.node("/dev/diskb").value());
        EXPECT_EQ(paths.write("/dev/diskb", 10 * 512, Bytes(512, 7)), nullopt);
        second_disk.bad_sector = 10;
        EXPECT_EQ(code_of(devices.sync()), Code::io);
        EXPECT_EQ(devices.faults().sector, 10u);
        second_disk.bad_sector.reset();
        EXPECT_EQ(code_of(devices.sync()), nullopt);
    }
    EXPECT_EQ(second_disk.contents[10 * 512], 7);
}

TEST_F(FsDeviceFiles, names_stay_as_they_are) {
    EXPECT_EQ(paths.make("/dev/new", Kind::file), Code::forbidden);
    EXPECT_EQ(paths.unlink("/dev/null"), Code::forbidden);
    EXPECT_EQ(paths.rename("/dev/null", "/dev/zero"), Code::forbidden);
    EXPECT_EQ(paths.rename("/dev/null", "/dev/new"), Code::forbidden);
    EXPECT_EQ(paths.link("/dev/null", "/dev/new"), Code::forbidden);
    EXPECT_EQ(paths.attributes("/dev/null").links, 1u);
    EXPECT_EQ(paths.list("/dev").size(), 6u);
}

TEST_F(FsDeviceFiles, nothing_zeros_and_the_console_are_read_and_written) {
    EXPECT_EQ(paths.read("/dev/null", 0, 10), Bytes());
    EXPECT_EQ(paths.read("/dev/zero", 77, 10), Bytes(10));
    EXPECT_EQ(paths.write("/dev/null", 5, {1, 2}), nullopt);
    EXPECT_EQ(paths.write("/dev/zero", 5, {1, 2}), nullopt);
    EXPECT_EQ(paths.write("/dev/console", static_cast<u64>(File::end), {'h', 'i'}), nullopt);
    EXPECT_EQ(console.text, "hi");
    auto const read = paths.in_file("/dev/console", [](File& file) {
        u8 byte = 0;
        return code_of(file.read(0, Span<u8>(&byte, 1)));
    });
    EXPECT_EQ(read, Code::not_supported);
    EXPECT_EQ(paths.truncate("/dev/null", 0), nullopt);
}

TEST_F(FsDeviceFiles, a_disk_is_a_file_of_its_sectors) {
    EXPECT_EQ(paths.read("/dev/disk"), on_disk(0, sectors * 512));
    EXPECT_EQ(paths.read("/dev/disk0"), on_disk(100 * 512, 300 * 512));
    EXPECT_EQ(paths.read("/dev/disk1", 3000), on_disk(400 * 512 + 3000, 584));
    EXPECT_EQ(paths.truncate("/dev/disk0", 0), nullopt);
    EXPECT_EQ(paths.attributes("/dev/disk0").size_bytes, 300u * 512);
}

TEST_F(FsDeviceFiles, what_is_written_to_a_partition_reaches_the_disk_in_its_place) {
    Bytes const before = on_disk(400 * 512 + 7 * 512, 512);
    EXPECT_EQ(paths.write("/dev/disk1", 3000, Bytes(500, 9)), nullopt);
    EXPECT_EQ(on_disk(400 * 512 + 3000, 500), Bytes(500, 9));
    EXPECT_EQ(on_disk(400 * 512 + 7 * 512, 512), before);
    EXPECT_EQ(paths.read("/dev/disk1", 3499, 2)[0], 9);
}

TEST_F(FsDeviceFiles, a_file_that_is_held_is_written_by_sync) {
    Holding<Node> held(paths.node("/dev/disk").value());
    EXPECT_EQ(paths.write("/dev/disk", 5000, {1, 2, 3}), nullopt);
    EXPECT_NE(on_disk(5000, 3), (Bytes{1, 2, 3}));
    EXPECT_EQ(code_of(narrow_to<File>(*held)->sync()), nullopt);
    EXPECT_EQ(on_disk(5000, 3), (Bytes{1, 2, 3}));
    EXPECT_EQ(paths.write("/dev/disk", 5000, {4}), nullopt);
    EXPECT_EQ(code_of(devices.sync()), nullopt);
    EXPECT_EQ(on_disk(5000, 3), (Bytes{4, 2, 3}));
    EXPECT_EQ(unmount(), Code::busy);
}

TEST_F(FsDeviceFiles, there_is_no_space_after_the_end) {
    u64 const end = sectors * 512;
    EXPECT_EQ(paths.write("/dev/disk", end, {1}), Code::no_space);
    EXPECT_EQ(paths.write("/dev/disk", static_cast<u64>(File::end), {1}), Code::no_space);
    usize written = 0;
    EXPECT_EQ(paths.in_file("/dev/disk",
                            [&](File& file) {
                                u8 const bytes[10] = {};
                                written = file.write(end - 4, Span<u8 const>(bytes)).value();
                                return std::optional<Code>();
                            }),
              nullopt);
    EXPECT_EQ(written, 4u);
}

TEST_F(FsDeviceFiles, a_disk_that_is_read_only_is_not_written) {
    disk.is_read_only = true;
    EXPECT_EQ(paths.write("/dev/disk", 0, {1}), Code::read_only);
    EXPECT_EQ(paths.read("/dev/disk", 0, 100), on_disk(0, 100));
}

TEST_F(FsDeviceFiles, a_sector_that_cannot_be_written_is_told_and_tried_again) {
    disk.bad_sector = 10;
    EXPECT_EQ(paths.write("/dev/disk", 10 * 512, Bytes(512, 7)), Code::io);
    disk.bad_sector.reset();
    {
        Holding<Node> held(paths.node("/dev/disk").value());
        EXPECT_EQ(paths.write("/dev/disk", 10 * 512, Bytes(512, 7)), nullopt);
        disk.bad_sector = 10;
        EXPECT_EQ(code_of(devices.sync()), Code::io);
        EXPECT_TRUE(devices.faults().is_write);
        EXPECT_EQ(devices.faults().sector, 10u);
    }
    EXPECT_EQ(unmount(), Code::io);
    disk.bad_sector.reset();
    EXPECT_EQ(unmount(), nullopt);
    EXPECT_EQ(on_disk(10 * 512, 512), Bytes(512, 7));
}

TEST_F(FsDeviceFiles, more_disks_than_there_are_names_for_are_refused) {
    std::vector<block::PartitionTable*> many(named_disks_max + 1, &second);
    auto const with = [&](usize count) { SomeDevices(ports_with({many.data(), count}), {}); };
    with(named_disks_max);
    EXPECT_DEATH(with(named_disks_max + 1), "27 disks, and names for 26 only");
}

} // namespace
} // namespace flat::fs::devices
