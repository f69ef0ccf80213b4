// SPDX-License-Identifier: BSD-2-Clause
// Network cards of virtio: which frames are received (Virtual I/O Device 1.1, section 5.1.6.5).
#include <core/memory.hpp>
#include <driver/virtio_net.hpp>

namespace flat::driver {

using net::LinkError;

namespace {

/// A command in shared memory: its class and number, its data, and what the device answers.
constexpr u32 command_offset = 64;
constexpr u32 data_offset = command_offset + 2;
constexpr u32 answer_offset = 1024;

/// How often the answer is looked for.
constexpr u32 answer_patience = 10'000'000;

} // namespace

Result<void, LinkError> VirtioNet::set_promiscuous(bool is_wanted) {
    if (!is_working_) return LinkError{LinkError::broken};
    is_promiscuous_ = is_wanted;
    pointer_to<u8>(shared_.address)[data_offset] = is_wanted;
    return command(VirtioNetClass::RX, VIRTIO_NET_CTRL_RX_PROMISC, 1);
}

Result<void, LinkError> VirtioNet::join(u64 group) {
    if (!is_working_) return LinkError{LinkError::broken};
    return TRY(groups_.join(group)) ? set_groups() : Result<void, LinkError>();
}

void VirtioNet::leave(u64 group) {
    if (groups_.leave(group) && is_working_) (void)set_groups(); // else more come
}

/// The table of addresses: no further ones of our own, and all groups (section 5.1.6.5.2).
Result<void, LinkError> VirtioNet::set_groups() {
    u8* const data = pointer_to<u8>(shared_.address) + data_offset;
    auto const groups = groups_.all();
    auto const count = static_cast<u32>(groups.size());
    memset(data, 0, 2 * sizeof(u32));
    memcpy(data + sizeof(u32), &count, sizeof count);
    u32 bytes = 2 * sizeof(u32);
    for (u64 const group : groups) {
        store_hardware_address(data + bytes, group);
        bytes += hardware_address_bytes;
    }
    return command(VirtioNetClass::MAC, VIRTIO_NET_CTRL_MAC_TABLE_SET, bytes);
}

/// All of it, for a device that has been reset: it receives everything until it gets a filter.
Result<void, LinkError> VirtioNet::set_filter() {
    TRY(set_promiscuous(is_promiscuous_));
    return set_groups();
}

/// Has the device carry out a command, and waits until it has: devices answer at once.
Result<void, LinkError> VirtioNet::command(VirtioNetClass of, u8 which, u32 bytes) {
    if (!(features_ & VIRTIO_NET_F_CTRL_RX)) return LinkError{LinkError::unsupported};
    auto const control = control_.lock();
    auto* const place = pointer_to<u8>(shared_.address);
    place[command_offset] = u8(of);
    place[command_offset + 1] = which;
    place[answer_offset] = u8(~VIRTIO_NET_OK);
    if (control->free_count() < 2) return LinkError{LinkError::broken};
    control->put(shared_.physical + command_offset, 2 + bytes, nullptr, false);
    control->put(shared_.physical + answer_offset, 1, nullptr, true);
    control->commit();
    notify(control_queue, *control);
    for (u32 i = 0; i < answer_patience; ++i)
        if (control->take([](void*) {})) break;
    u8 const answer = *static_cast<u8 volatile*>(place + answer_offset);
    if (answer != VIRTIO_NET_OK) return LinkError{LinkError::broken};
    return {};
}

} // namespace flat::driver
