// SPDX-License-Identifier: BSD-2-Clause
// An IDE controller with disks that are not there, and do what a test wants, right or wrong.
#pragma once

#include <driver/ata/ide_registers.hpp>
#include <driver/ata/testing.hpp>

namespace flat::driver::ata::testing {

/// What a disk says that has addresses of 28 bits.
inline Bytes narrow_identity_of(u32 sectors) {
    Bytes bytes = identity_of(0);
    bytes[2 * 83 + 1] = 1u << 6 | 1u << 4; // no longer addresses, a cache
    for (u32 i = 0; i < 4; ++i)
        bytes[2 * 60 + i] = u8(sectors >> 8 * i);
    return bytes;
}

/// A channel of the device's side of ATA/ATAPI-6, with a disk, by ports and by the bus master.
class FakeIdeChannel {
public:
    FakeIdeChannel(TestDevice& device, TestMemory& memory) : bus_(device), memory_(memory) {}

    /// Does what it has kept.
    void go_on() {
        keeps = false;
        if (is_kept_) carry_out();
        bus_.deliver();
    }

    /// Does what it has kept, and keeps what comes next.
    void go_on_once() {
        if (is_kept_) carry_out();
        bus_.deliver();
    }

    u32 read_command(u32 offset, u32 bytes);
    void write_command(u32 offset, u32 value, u32 bytes);
    u32 read_control();
    void control(u8 value);
    u32 read_master(u32 offset) const {
        return offset == ide_master_status ? u32(master_status_ | wrong_master) : ~u32(0);
    }
    void write_master(u32 offset, u32 value);

    /// Whether it may access memory.
    bool is_running() const { return master_command_ & ide_master_bits::START; }

    Bytes contents = Bytes(1 << 20);
    Bytes identity = identity_of(2048);
    u32 number = 0;                ///< Of the disk at the channel.
    bool is_there = true;          ///< The disk.
    bool has_channel = true;       ///< Else nothing answers.
    bool resets = true;            ///< Whether a reset ever ends.
    u32 reset_delay = 0;           ///< How often the status is read before one is noticed.
    bool keeps = false;            ///< Commands stay where they are.
    u8 signature = 0;              ///< In both bytes.
    bool answers = true;           ///< What it is; else that is an error.
    u8 wrong_status = 0;           ///< Bits that the status has beside its own, after that.
    u8 wrong_master = 0;           ///< The same of the bus master's.
    std::optional<u64> bad_sector; ///< It can neither be read nor written.
    std::optional<u64> told;       ///< What is said to have been bad.
    std::vector<u8> commands;      ///< That were carried out.
    u32 reset_count = 0;

    /// Another disk at the channel, beside this one: what it has, while it is there.
    std::optional<Bytes> neighbour;
    bool is_raised = false; ///< And not delivered yet.

private:
    using Code = AtaCode;

    enum class Way { none, from_disk, to_disk };

    /// A register that keeps the byte before the last one.
    struct Twice {
        u8 now = 0;
        u8 before = 0;
    };

    bool is_neighbour() const { return neighbour && (device_ >> ide_device_shift & 1) != number; }
    bool is_chosen() const {
        return is_neighbour() || (is_there && (device_ >> ide_device_shift & 1) == number);
    }
    Bytes& chosen() { return is_neighbour() ? *neighbour : contents; }
    u8 shown_status() const {
        if (!has_channel) return 0xff;
        u8 const wrong = command_ == u8(Code::IDENTIFY_DEVICE) ? u8(0) : wrong_status;
        return is_chosen() ? u8(status_ | wrong) : u8(0);
    }
    static bool is_one_of(u8 code, std::initializer_list<Code> codes) {
        return std::ranges::any_of(codes, [&](Code each) { return u8(each) == code; });
    }
    bool is_wide() const {
        return is_one_of(command_, {Code::READ_DMA_EXT, Code::WRITE_DMA_EXT, Code::READ_SECTORS_EXT,
                                    Code::WRITE_SECTORS_EXT});
    }
    bool is_write() const {
        return is_one_of(command_, {Code::WRITE_DMA, Code::WRITE_DMA_EXT, Code::WRITE_SECTORS,
                                    Code::WRITE_SECTORS_EXT});
    }
    bool is_dma() const {
        return is_one_of(
            command_, {Code::READ_DMA, Code::WRITE_DMA, Code::READ_DMA_EXT, Code::WRITE_DMA_EXT});
    }

    void reset();
    void begin(u8 code);
    void carry_out();
    bool is_bad(u64 sector);
    void move_by_master();
    void offer_sector();
    u16 take_word();
    void put_word(u16 word);
    void end(u8 status);

    TestDevice& bus_;
    TestMemory& memory_;
    std::map<u32, Twice> registers_;
    u8 device_ = 0;
    u8 status_ = 0x40;
    u8 control_ = 0;
    u8 command_ = 0;
    u8 master_command_ = 0;
    u8 master_status_ = 0;
    u32 master_table_ = 0;
    u64 sector_ = 0;
    u64 left_ = 0; // sectors that are still to be moved
    Bytes buffer_;
    usize position_ = 0;
    Way way_ = Way::none;
    u32 reset_in_ = 0;
    bool is_kept_ = false;
};

inline u32 FakeIdeChannel::read_control() {
    if (reset_in_ != 0 && --reset_in_ == 0) reset();
    return shown_status();
}

inline u32 FakeIdeChannel::read_command(u32 offset, u32 bytes) {
    if (offset == u32(IdeRegister::DATA) && bytes == 2) return take_word();
    if (bytes != 1) std::abort();
    if (offset == u32(IdeRegister::STATUS)) {
        is_raised = false;
        return shown_status();
    }
    if (offset == u32(IdeRegister::DEVICE)) return device_;
    Twice const& which = registers_[offset];
    return control_ & ide_control_bits::HOB ? which.before : which.now;
}

inline void FakeIdeChannel::write_command(u32 offset, u32 value, u32 bytes) {
    if (offset == u32(IdeRegister::DATA) && bytes == 2) return put_word(u16(value));
    if (offset == u32(IdeRegister::STATUS)) return begin(u8(value));
    if (offset == u32(IdeRegister::DEVICE)) {
        device_ = u8(value);
        return;
    }
    registers_[offset] = {u8(value), registers_[offset].now};
}

inline void FakeIdeChannel::write_master(u32 offset, u32 value) {
    if (offset == ide_master_table) master_table_ = value;
    if (offset == ide_master_status)
        master_status_ &= u8(~(value & (ide_master_bits::ERROR | ide_master_bits::INTERRUPT)));
    if (offset != ide_master_command) return;
    bool const starts = value & ~master_command_ & ide_master_bits::START;
    master_command_ = u8(value);
    if (!(value & ide_master_bits::START)) {
        master_status_ &= u8(~ide_master_bits::ACTIVE);
        return;
    }
    master_status_ |= ide_master_bits::ACTIVE;
    if (!bus_.is_master || !starts) std::abort();
    is_kept_ = true;
    if (!keeps) carry_out();
}

inline void FakeIdeChannel::control(u8 value) {
    bool const is_reset = value & ~control_ & ide_control_bits::SRST;
    control_ = value;
    if (!is_reset) return;
    ++reset_count;
    reset_in_ = reset_delay;
    if (reset_delay == 0) reset();
}

inline void FakeIdeChannel::reset() {
    command_ = 0;
    is_kept_ = is_raised = false;
    way_ = Way::none;
    device_ = 0;
    status_ = resets ? 0x40 : ata_status::BSY;
    registers_[u32(IdeRegister::LBA_MIDDLE)] =
        registers_[u32(IdeRegister::LBA_HIGH)] = {signature, 0};
    registers_[u32(IdeRegister::SECTOR_COUNT)] = {ide_signature_count, 0};
}

inline void FakeIdeChannel::begin(u8 code) {
    if (!is_chosen() || !resets) return;
    command_ = code;
    status_ = ata_status::BSY;
    way_ = Way::none;
    if (code == u8(Code::IDENTIFY_DEVICE)) {
        buffer_ = identity;
        left_ = 1;
        return answers ? offer_sector() : end(0x40 | ata_status::ERR);
    }
    commands.push_back(code);
    auto const byte = [&](IdeRegister which) { return registers_[u32(which)]; };
    Twice const low = byte(IdeRegister::LBA_LOW);
    Twice const middle = byte(IdeRegister::LBA_MIDDLE);
    Twice const high = byte(IdeRegister::LBA_HIGH);
    Twice const count = byte(IdeRegister::SECTOR_COUNT);
    sector_ = u64{low.now} | u64{middle.now} << 8 | u64{high.now} << 16;
    sector_ |= is_wide() ? u64{low.before} << 24 | u64{middle.before} << 32 | u64{high.before} << 40
                         : u64(device_ & 0xf) << 24;
    left_ = is_wide() ? u64(count.before) << 8 | count.now : count.now;
    if (left_ == 0) left_ = is_wide() ? ata_sectors_max : ata_sectors_max_28;
    if (is_dma()) return; // until the bus master is started
    is_kept_ = true;
    if (!keeps) carry_out();
}

inline void FakeIdeChannel::carry_out() {
    is_kept_ = false;
    if (is_one_of(command_, {Code::FLUSH_CACHE, Code::FLUSH_CACHE_EXT})) return end(0x40);
    if ((sector_ + left_) * 512 > chosen().size()) std::abort(); // the driver must refuse it
    if (is_dma()) return move_by_master();
    if (!is_write()) {
        if (is_bad(sector_)) return;
        buffer_.assign(chosen().begin() + long(sector_ * 512),
                       chosen().begin() + long(sector_ * 512 + 512));
        return offer_sector();
    }
    way_ = Way::to_disk; // and no interrupt before the first sector
    buffer_.assign(512, 0);
    position_ = 0;
    status_ = 0x40 | ata_status::DRQ;
}

/// Whether the disk fails at a sector, which it says then.
inline bool FakeIdeChannel::is_bad(u64 sector) {
    if (is_neighbour() || bad_sector != sector) return false;
    u64 const address = told.value_or(sector);
    for (u32 i = 0; i < 3; ++i)
        registers_[u32(IdeRegister::LBA_LOW) + i] = {u8(address >> 8 * i),
                                                     u8(address >> (24 + 8 * i))};
    if (!is_wide()) device_ = u8((device_ & 0xf0) | (address >> 24 & 0xf));
    end(0x40 | ata_status::ERR);
    return true;
}

inline void FakeIdeChannel::move_by_master() {
    bool const is_read = master_command_ & ide_master_bits::TO_MEMORY;
    if (is_read == is_write()) std::abort();
    u64 offset = sector_ * 512;
    u64 const end_offset = offset + left_ * 512;
    for (u64 sector = sector_; sector < sector_ + left_; ++sector)
        if (is_bad(sector)) return;
    for (u32 i = 0;; ++i) {
        IdeRegion region;
        std::memcpy(&region, memory_.at(master_table_ + i * 8, 8), 8);
        u32 const bytes = region.bytes == 0 ? ide_boundary : region.bytes;
        if (region.base % ide_boundary + bytes > ide_boundary) std::abort();
        u8* const place = memory_.at(region.base, bytes);
        u8* const on_disk = chosen().data() + offset;
        std::memcpy(is_read ? place : on_disk, is_read ? on_disk : place, bytes);
        offset += bytes;
        if (region.flags & ide_region_is_last) break;
    }
    if (offset != end_offset) std::abort(); // the driver tells one thing and means another
    master_status_ &= u8(~ide_master_bits::ACTIVE);
    end(0x40);
}

inline void FakeIdeChannel::offer_sector() {
    way_ = Way::from_disk;
    position_ = 0;
    end(0x40 | ata_status::DRQ);
}

inline u16 FakeIdeChannel::take_word() {
    if (way_ != Way::from_disk) return 0xffff;
    u16 const word = u16(buffer_[position_] | buffer_[position_ + 1] << 8);
    position_ += 2;
    if (position_ < buffer_.size()) return word;
    way_ = Way::none;
    status_ = 0x40;
    ++sector_;
    if (--left_ != 0) {
        status_ = ata_status::BSY;
        is_kept_ = true;
        if (!keeps) carry_out();
    }
    return word;
}

inline void FakeIdeChannel::put_word(u16 word) {
    if (way_ != Way::to_disk) return;
    buffer_[position_] = u8(word);
    buffer_[position_ + 1] = u8(word >> 8);
    position_ += 2;
    if (position_ < buffer_.size()) return;
    way_ = Way::none;
    if (is_bad(sector_)) return;
    std::copy(buffer_.begin(), buffer_.end(), chosen().begin() + long(sector_++ * 512));
    if (--left_ == 0) return end(0x40);
    way_ = Way::to_disk;
    position_ = 0;
    end(0x40 | ata_status::DRQ);
}

/// What an interrupt follows.
inline void FakeIdeChannel::end(u8 status) {
    status_ = status;
    if (control_ & ide_control_bits::nIEN) return;
    master_status_ |= ide_master_bits::INTERRUPT;
    is_raised = true;
}

/// A controller with a disk at its first channel, and one at its second if a test wants it.
class FakeIde final : public TestDevice, public FakeIdeChannel {
public:
    static constexpr char const* said_by = "ide:";

    explicit FakeIde(TestMemory& memory)
        : TestDevice(ide_vendor, ide_piix3), FakeIdeChannel(*this, memory), second(*this, memory) {
        second.is_there = false;
    }

    /// Interrupts as long as there is a reason: not while the driver holds its lock.
    void deliver() override {
        while (is_raised || second.is_raised) {
            if (std::exchange(is_raised, false)) raise(0, 0);
            if (std::exchange(second.is_raised, false)) raise(0, 1);
        }
    }

    bool accesses_memory() override { return is_master && (is_running() || second.is_running()); }

    Result<u64, bus::DeviceError> open(u32 region) override {
        bool const has_channel = region < (has_second ? 4 : 2);
        if (has_channel) return u64{region % 2 == 0 ? 8u : 4u};
        if (region == ide_master && has_master) return u64{16};
        return bus::DeviceError{bus::DeviceError::no_such_registers};
    }

    FakeIdeChannel second;
    bool has_second = true; ///< Else nobody has granted us its registers.
    bool has_master = true; ///< Else there are no such registers.

private:
    FakeIdeChannel& channel(u32 number) { return number == 0 ? *this : second; }

    u32 read(u32 region, u32 offset, u32 bytes) override {
        if (!is_claimed) return ~u32(0);
        if (region == ide_master)
            return channel(offset / ide_master_bytes).read_master(offset % ide_master_bytes);
        if (region >= ide_master) return ~u32(0);
        FakeIdeChannel& of = channel(region / 2);
        if (region % 2 == ide_commands) return of.read_command(offset, bytes);
        return offset == ide_control && bytes == 1 ? of.read_control() : ~u32(0);
    }

    void write(u32 region, u32 offset, u32 value, u32 bytes) override {
        if (!is_claimed || region > ide_master) return;
        if (region == ide_master)
            return channel(offset / ide_master_bytes)
                .write_master(offset % ide_master_bytes, value);
        FakeIdeChannel& of = channel(region / 2);
        if (region % 2 == ide_commands) return of.write_command(offset, value, bytes);
        if (offset == ide_control) of.control(u8(value));
    }
};

} // namespace flat::driver::ata::testing
