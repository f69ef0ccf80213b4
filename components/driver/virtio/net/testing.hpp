// SPDX-License-Identifier: BSD-2-Clause
// A network device of virtio that is not there, and does what a test wants, right or wrong.
#pragma once

#include <driver/virtio/testing.hpp>

namespace flat::driver::testing {

/// The device's side of Virtual I/O Device 1.1, section 5.1.
class FakeVirtioNet : public FakeVirtio {
public:
    static constexpr u64 own_address = 0x5254'0012'3456;

    explicit FakeVirtioNet(TestMemory& memory)
        : FakeVirtio(memory, virtio_net_modern,
                     VIRTIO_F_VERSION_1 | VIRTIO_NET_F_MAC | VIRTIO_NET_F_STATUS |
                         VIRTIO_NET_F_CTRL_VQ | VIRTIO_NET_F_CTRL_RX) {}

    /// Puts a frame into the next buffer that the driver has made available, and interrupts. False
    /// if there is none.
    bool receive(Bytes const& frame);

    void set_link(bool is_up);

    std::vector<Bytes> sent;          ///< With the device's own header before each.
    std::vector<Bytes> commands;      ///< Without the answer.
    std::optional<u32> claimed_bytes; ///< That a frame is said to have, with its header.
    bool keeps_sent = false;          ///< Frames to be sent stay where they are.
    bool answers = true;              ///< Commands are carried out.
    u8* received_at = nullptr;        ///< Where the last frame was put.

private:
    u32 read_own(u32 offset, u32 bytes) override;
    void notified(u16 queue) override;
    Bytes readable(u16 queue, u16 first);

    u16 link_ = VIRTIO_NET_S_LINK_UP;
};

inline u32 FakeVirtioNet::read_own(u32 offset, u32 bytes) {
    if (offset == u32(VirtioNetRegister::STATUS)) return link_;
    return offset < 6 && bytes == 1 ? u8(own_address >> 8 * (5 - offset)) : ~u32(0);
}

inline void FakeVirtioNet::set_link(bool is_up) {
    link_ = is_up ? VIRTIO_NET_S_LINK_UP : 0;
    interrupt_of_configuration();
}

inline Bytes FakeVirtioNet::readable(u16 queue, u16 first) {
    Bytes bytes;
    for (u16 index = first;;) {
        virtq::Descriptor const part = descriptor(queue, index);
        u8 const* const place = memory_.at(part.address, part.bytes);
        bool const is_answer = part.flags & virtq::DESC_F_WRITE;
        if (is_answer) *memory_.at(part.address, 1) = VIRTIO_NET_OK;
        if (!is_answer) bytes.insert(bytes.end(), place, place + part.bytes);
        if (!(part.flags & virtq::DESC_F_NEXT)) return bytes;
        index = part.next;
    }
}

inline void FakeVirtioNet::notified(u16 number) {
    if (number > 2 || number == 0 || (number == 1 && keeps_sent) || (number == 2 && !answers))
        return;
    while (auto const first = next(number)) {
        (number == 1 ? sent : commands).push_back(readable(number, *first));
        use(number, *first, 0);
    }
}

inline bool FakeVirtioNet::receive(Bytes const& frame) {
    auto const first = next(0);
    if (!first) return false;
    virtq::Descriptor const part = descriptor(0, *first);
    Bytes bytes(virtio_net_header_bytes);
    bytes.insert(bytes.end(), frame.begin(), frame.end());
    u8* const place = memory_.at(part.address, part.bytes);
    received_at = place + virtio_net_header_bytes;
    std::memcpy(place, bytes.data(), std::min<usize>(part.bytes, bytes.size()));
    use(0, *first, claimed_bytes.value_or(u32(bytes.size())));
    interrupt(0);
    return true;
}

} // namespace flat::driver::testing
