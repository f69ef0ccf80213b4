// SPDX-License-Identifier: BSD-2-Clause
// Which devices there are, and their nodes.
#include <fs/devices/device_volume.hpp>

#include <core/disk/waiting_request.hpp>
#include <domain/page.hpp>
#include <fs/devices/device_nodes.hpp>

namespace flat::fs::devices {

namespace {

using Kind = Node::Kind;

constexpr Volume::Limits device_limits{.root = DeviceVolume::root_number,
                                       .links_max = 2,
                                       .idle_max = 0,
                                       .file_bytes_max = ~u64(0),
                                       .names_max = 0};
constexpr u64 linux_format = 0x1373; // devfs

/// As Linux numbers devices (Documentation/admin-guide/devices.txt), the major one above.
constexpr u64 device_number(u64 major, u64 minor) {
    return major << 8 | minor;
}

Facts facts_of(u64 number, i64 now) {
    Facts facts{.number = number,
                .kind = Kind::character_device,
                .mode = 0666,
                .links = 1,
                .accessed_ns = now,
                .modified_ns = now,
                .changed_ns = now};
    switch (number) {
    case DeviceVolume::console_number:
        facts.mode = 0620;
        facts.device = device_number(5, 1);
        break;
    case DeviceVolume::null_number:
        facts.device = device_number(1, 3);
        break;
    case DeviceVolume::zero_number:
        facts.device = device_number(1, 5);
        break;
    default:
        facts.kind = Kind::block_device;
        facts.mode = 0660;
        facts.device = device_number(8, number - DeviceVolume::disk_number);
    }
    return facts;
}

} // namespace

DeviceVolume::DeviceVolume(Services const& services, Devices const& devices)
    : Volume(services, device_limits), devices_(devices) {
    check_disk_names(devices.disks.size());
}

DeviceVolume::~DeviceVolume() {
    auto const guard = lock();
    forget_all();
}

Outcome<Directory*> DeviceVolume::root() {
    // A table that is read anew must not be in use; where there are partitions, it was read.
    for (block::PartitionTable& each : devices_.disks)
        if (each.partition(0).sectors == 0) (void)each.scan();
    return Volume::root();
}

FileSystem::Statistics DeviceVolume::statistics() {
    return {linux_format, u32{domain::page_size}, 0, 0, 0, 0, 0, Directory::name_max, false};
}

Outcome<void> DeviceVolume::sync() {
    auto const guard = lock();
    return write_all();
}

/// All disks, also after one that fails.
Outcome<void> DeviceVolume::write_back() {
    bool are_ok = true;
    for (block::PartitionTable& each : devices_.disks) {
        if (each.whole_disk().geometry().sectors == 0) continue;
        WaitingRequest request(services().threads);
        request.set_flush();
        bool const is_ok = request.run(each.whole_disk()).is_ok();
        disk_faults().note(request);
        are_ok = are_ok && is_ok;
    }
    if (!are_ok) return FsError{FsError::Code::io};
    return {};
}

bool DeviceVolume::has(u64 number) {
    if (number < disk_number) return number > root_number;
    if (number >= end()) return false;
    Place const place(number);
    block::PartitionTable& table = devices_.disks[place.disk];
    if (place.partition == Place::whole) return table.whole_disk().geometry().sectors != 0;
    return table.partition(place.partition).sectors != 0;
}

u64 DeviceVolume::first_from(u64 number) {
    for (u64 each = max(number, console_number); each < end(); ++each)
        if (has(each)) return each;
    return 0;
}

void DeviceVolume::write_name(Name& to, u64 number) {
    constexpr Text fixed[] = {"console", "null", "zero"};
    if (number < disk_number) return to.put(fixed[number - console_number]);
    Place const place(number);
    if (place.partition == Place::whole)
        put_disk_name(to, place.disk);
    else
        put_disk_name(to, place.disk, place.partition);
}

Outcome<block::Disk*> DeviceVolume::disk(u64 number) {
    Place const place(number);
    block::PartitionTable& table = devices_.disks[place.disk];
    if (place.partition == Place::whole) return &table.whole_disk();
    auto const found = table.disk(place.partition);
    if (found.is_error()) return FsError{FsError::Code::not_found};
    return found.value();
}

Outcome<NodeBase*> DeviceVolume::load(u64 number) {
    Facts facts = facts_of(number, now());
    if (number == root_number) {
        facts.kind = Kind::directory;
        facts.mode = 0755;
        facts.links = 2;
        facts.device = 0;
        return TRY(make<DeviceDirectory>(*this, facts));
    }
    if (!has(number)) return FsError{FsError::Code::not_found};
    if (number < disk_number) return TRY(make<CharacterDevice>(*this, facts));
    block::Disk* const of = TRY(disk(number));
    return TRY(make<DiskDevice>(*this, facts, *of));
}

Outcome<void> DeviceVolume::close() {
    TRY(write_all());
    forget_all();
    return {};
}

Outcome<void> DeviceVolume::write_all() {
    TRY(for_each_node([](NodeBase& each) { return each.write_back(); }));
    return write_back();
}

} // namespace flat::fs::devices
