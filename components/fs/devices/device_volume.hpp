// SPDX-License-Identifier: BSD-2-Clause
// Which devices there are, and their nodes.
#pragma once

#include <core/disk/disk_name.hpp>
#include <core/required.hpp>
#include <core/text.hpp>
#include <flat/block/partition_table.hpp>
#include <flat/hal/console.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs::devices {

/// Numbers of nodes say which device it is. Nothing is stored: attributes begin anew when nobody
/// holds the node any more.
class DeviceVolume final : public Volume {
public:
    static constexpr u64 root_number = 1;
    static constexpr u64 console_number = 2;
    static constexpr u64 null_number = 3;
    static constexpr u64 zero_number = 4;
    static constexpr u64 disk_number = 5;
    static constexpr u64 partitions_max = 128; // that any table can have
    static constexpr u64 disk_numbers = 1 + partitions_max;

    struct Devices {
        RequiredList<block::PartitionTable> disks;
        hal::Console& console;
    };

    using Name = DiskName;

    DeviceVolume(Services const& services, Devices const& devices);
    ~DeviceVolume();

    /// Partitions that nobody has looked for are looked for: this blocks.
    Outcome<Directory*> root() override;
    Statistics statistics() override;
    Outcome<void> sync() override;

    /// Brings what disks were given onto their medium.
    Outcome<void> write_back() override;
    Outcome<NodeBase*> make_node(DirectoryNode&, Directory::Beginning const&) override {
        return FsError{FsError::Code::forbidden};
    }

    hal::Console& console() { return devices_.console; }

    /// Whether there is such a device.
    bool has(u64 number);

    /// The first device from a number on; 0 if there is none.
    u64 first_from(u64 number);

    static void write_name(Name& to, u64 number);

private:
    /// Of a disk or a partition: which disk it is, and which partition, or `whole`.
    struct Place {
        static constexpr u32 whole = ~u32(0);

        explicit Place(u64 number)
            : disk(static_cast<u32>((number - disk_number) / disk_numbers)),
              partition(static_cast<u32>((number - disk_number) % disk_numbers) - 1) {}

        u32 disk;
        u32 partition;
    };

    u64 end() { return disk_number + disk_numbers * devices_.disks.size(); }
    Outcome<block::Disk*> disk(u64 number);
    Outcome<NodeBase*> load(u64 number) override;
    Outcome<void> close() override;
    Outcome<void> write_all();

    Devices devices_;
};

} // namespace flat::fs::devices
