// SPDX-License-Identifier: BSD-2-Clause
// A disk of virtio that is not there, and does what a test wants, right or wrong.
#pragma once

#include <driver/virtio/testing.hpp>

namespace flat::driver::testing {

/// The device's side of Virtual I/O Device 1.1, section 5.2.
class FakeVirtioBlk : public FakeVirtio {
public:
    static constexpr char const* said_by = "virtio-blk:";

    explicit FakeVirtioBlk(TestMemory& memory)
        : FakeVirtio(memory, virtio_blk_modern,
                     VIRTIO_F_VERSION_1 | VIRTIO_BLK_F_SEG_MAX | VIRTIO_BLK_F_FLUSH),
          contents(1 << 20) {}

    /// Does what it has kept, and interrupts.
    void go_on() {
        keeps = false;
        notified(0);
    }

    Bytes contents;
    u32 segments_max = 4;
    u32 block_bytes = 512;
    u32 flushes = 0;
    bool keeps = false;               ///< Requests stay where they are.
    u8 status = VIRTIO_BLK_S_OK;      ///< What is said of each request.
    bool sets_status = true;          ///< Whether anything is.
    std::optional<u32> claimed_bytes; ///< That are said to have been written.
    std::vector<u32> kinds;           ///< Of the requests that were done.

private:
    u32 read_own(u32 offset, u32 bytes) override;
    void notified(u16 queue) override;
    void carry_out(u16 first);

    bool is_inside_ = false;
};

inline u32 FakeVirtioBlk::read_own(u32 offset, u32) {
    if (offset == u32(VirtioBlkRegister::CAPACITY)) return u32(contents.size() / 512);
    if (offset == u32(VirtioBlkRegister::CAPACITY) + 4) return 0;
    if (offset == u32(VirtioBlkRegister::SEG_MAX)) return segments_max;
    return offset == u32(VirtioBlkRegister::BLK_SIZE) ? block_bytes : ~u32(0);
}

/// What the driver asks for while this is at work is done by the call that is at work.
inline void FakeVirtioBlk::notified(u16 queue) {
    if (queue != 0 || keeps || std::exchange(is_inside_, true)) return;
    for (;;) {
        auto const first = next(0);
        if (!first) break;
        carry_out(*first);
        interrupt(0);
    }
    is_inside_ = false;
}

inline void FakeVirtioBlk::carry_out(u16 first) {
    virtq::Descriptor part = descriptor(0, first);
    u8 const* const header = memory_.at(part.address, 16);
    u32 kind;
    u64 sector;
    std::memcpy(&kind, header, 4);
    std::memcpy(&sector, header + 8, 8);
    kinds.push_back(kind);
    if (kind == VIRTIO_BLK_T_FLUSH) ++flushes;
    u32 written = 0;
    for (u64 offset = sector * 512; part.flags & virtq::DESC_F_NEXT;) {
        part = descriptor(0, part.next);
        u8* const place = memory_.at(part.address, part.bytes);
        bool const is_ours = part.flags & virtq::DESC_F_WRITE;
        if (is_ours) written += part.bytes;
        if (!(part.flags & virtq::DESC_F_NEXT)) {
            if (sets_status) *place = status;
        } else if (offset + part.bytes > contents.size()) {
            std::abort(); // the driver must have refused it
        } else if (is_ours) {
            std::memcpy(place, contents.data() + offset, part.bytes);
        } else {
            std::memcpy(contents.data() + offset, place, part.bytes);
        }
        offset += part.bytes;
    }
    use(0, first, claimed_bytes.value_or(written));
}

} // namespace flat::driver::testing
