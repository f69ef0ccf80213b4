// SPDX-License-Identifier: BSD-2-Clause
// Which devices there are, and their nodes.
#pragma once

#include <core/format.hpp>
#include <core/text.hpp>
#include <flat/block/partition_table.hpp>
#include <flat/hal/console.hpp>
#include <fs/volume.hpp>

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
    static constexpr u64 first_partition = 6;
    static constexpr u64 partitions_max = 128; // that any table can have

    struct Devices {
        block::Disk& disk;
        block::PartitionTable& partitions;
        hal::Console& console;
    };

    using Name = TextBuffer<16>;

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
    u64 end() { return first_partition + partitions_max; }
    Outcome<block::Disk*> disk(u64 number);
    Outcome<NodeBase*> load(u64 number) override;
    Outcome<void> close() override;
    Outcome<void> write_all();

    Devices devices_;
};

} // namespace flat::fs::devices
