// SPDX-License-Identifier: BSD-2-Clause
// A channel of IDE: commands on their way there and back (ATA/ATAPI-6, section 9).
#include <driver/ata/ide_channel.hpp>

#include <core/memory.hpp>

namespace flat::driver::ata {

using block::DiskError;
using Kind = DiskRequest::Kind;

namespace {

/// How often the disk is asked whether it takes the first sector; later it interrupts.
constexpr u32 first_sector_tries = 1000;

/// How many of a segment's bytes at an address lie before the next boundary.
u32 part_before_boundary(paddr address, u32 bytes) {
    return min(bytes, static_cast<u32>(ide_boundary - address % ide_boundary));
}

} // namespace

bool IdeChannel::can_do(u32 number, DiskRequest const& request) const {
    Manner const& of = manners_[number];
    u64 const most = of.is_wide ? ata_sectors_max : ata_sectors_max_28;
    if (request.bytes() / of.sector_bytes > most) return false;
    if (!of.by_dma) return true;
    for (DiskRequest::Segment const& each : request.segments()) {
        bool const is_reached = (each.physical + each.bytes) >> 32 == 0;
        if (each.physical % 2 != 0 || each.bytes > ide_boundary || !is_reached) return false;
    }
    return true;
}

AtaCode IdeChannel::code_for(Kind kind) const {
    using Code = AtaCode;
    if (kind == Kind::flush) return manner().is_wide ? Code::FLUSH_CACHE_EXT : Code::FLUSH_CACHE;
    bool const is_read = kind == Kind::read;
    if (manner().by_dma && manner().is_wide)
        return is_read ? Code::READ_DMA_EXT : Code::WRITE_DMA_EXT;
    if (manner().by_dma) return is_read ? Code::READ_DMA : Code::WRITE_DMA;
    if (manner().is_wide) return is_read ? Code::READ_SECTORS_EXT : Code::WRITE_SECTORS_EXT;
    return is_read ? Code::READ_SECTORS : Code::WRITE_SECTORS;
}

void IdeChannel::begin(u32 number, DiskRequest const& request, Kind kind) {
    chosen_ = number;
    AtaCode const code = code_for(kind);
    if (kind == Kind::flush) {
        work_ = Work::command;
        return issue(code, 0, 0);
    }
    bool const is_read = kind == Kind::read;
    moved_sectors_ = 0;
    if (manner().by_dma) begin_dma(request, is_read);
    work_ = manner().by_dma ? Work::dma : is_read ? Work::read_words : Work::write_words;
    issue(code, request.sector(), request.bytes() / manner().sector_bytes);
    if (manner().by_dma) {
        u8 const direction = is_read ? ide_master_bits::TO_MEMORY : u8(0);
        set_master(ide_master_command, direction | ide_master_bits::START);
    } else if (!is_read) {
        // Only for the sectors after the first one does the disk interrupt.
        u32 tries = 0;
        while (tries < first_sector_tries &&
               (status() & (ata_status::BSY | ata_status::DRQ)) != ata_status::DRQ)
            ++tries;
        if (tries < first_sector_tries) move_sector(request, false);
    }
}

/// All sectors that there are in a command are told as none.
void IdeChannel::issue(AtaCode code, u64 sector, u64 sectors) {
    bool const is_wide = manner().is_wide;
    choose(chosen_, is_wide ? 0 : sector >> 24 & 0xf);
    if (is_wide) {
        set(IdeRegister::SECTOR_COUNT, sectors >> 8);
        set(IdeRegister::LBA_LOW, sector >> 24);
        set(IdeRegister::LBA_MIDDLE, sector >> 32);
        set(IdeRegister::LBA_HIGH, sector >> 40);
    }
    set(IdeRegister::SECTOR_COUNT, sectors);
    set(IdeRegister::LBA_LOW, sector);
    set(IdeRegister::LBA_MIDDLE, sector >> 8);
    set(IdeRegister::LBA_HIGH, sector >> 16);
    set(IdeRegister::STATUS, u8(code));
}

/// Tells the controller the memory; it begins when the disk has its command.
void IdeChannel::begin_dma(DiskRequest const& request, bool is_read) {
    u32 count = 0;
    for (DiskRequest::Segment const& each : request.segments()) {
        for (u32 done = 0; done < each.bytes;) {
            paddr const place = each.physical + done;
            u32 const part = part_before_boundary(place, each.bytes - done);
            shared_->regions[count++] = {static_cast<u32>(place), static_cast<u16>(part), 0};
            done += part;
        }
    }
    shared_->regions[count - 1].flags = ide_region_is_last;
    __atomic_thread_fence(__ATOMIC_RELEASE); // the regions before they are named
    device_.write32(ide_master, number_ * ide_master_bytes + ide_master_table,
                    static_cast<u32>(shared_physical_));
    set_master(ide_master_command, is_read ? ide_master_bits::TO_MEMORY : u8(0));
    set_master(ide_master_status, ide_master_bits::ERROR | ide_master_bits::INTERRUPT);
}

/// Stops the controller; whether all memory was used and nothing else.
bool IdeChannel::end_dma() {
    u8 const master = get_master(ide_master_status);
    set_master(ide_master_command, 0);
    set_master(ide_master_status, ide_master_bits::ERROR | ide_master_bits::INTERRUPT);
    __atomic_thread_fence(__ATOMIC_ACQUIRE); // what was read is there
    return !(master & (ide_master_bits::ERROR | ide_master_bits::ACTIVE));
}

/// The next sector, which lies in one segment.
void IdeChannel::move_sector(DiskRequest const& request, bool is_read) {
    u64 offset = moved_sectors_++ * manner().sector_bytes;
    for (DiskRequest::Segment const& each : request.segments()) {
        if (offset >= each.bytes) {
            offset -= each.bytes;
            continue;
        }
        u8* const place = each.begin + offset;
        for (u32 i = 0; i < manner().sector_bytes; i += sizeof(u16)) {
            u16 word = 0;
            if (is_read) word = device_.read16(commands(), u32(IdeRegister::DATA));
            if (is_read) memcpy(place + i, &word, sizeof(word));
            if (!is_read) memcpy(&word, place + i, sizeof(word));
            if (!is_read) device_.write16(commands(), u32(IdeRegister::DATA), word);
        }
        return;
    }
}

AtaPort::Progress IdeChannel::progress(DiskRequest const* current) {
    using Is = Progress::State;
    u8 const before = status();
    if (before == 0xff) return {Is::lost, DiskError{DiskError::reset}}; // it is not there
    if (before & ata_status::BSY) return {};
    bool const is_dma = work_ == Work::dma;
    bool const has_interrupted =
        !is_dma || get_master(ide_master_status) & ide_master_bits::INTERRUPT;
    if (!has_interrupted) return {};
    Work const work = flat::exchange(work_, Work::nothing);
    bool const is_moved = !is_dma || end_dma();
    u8 const now = get(IdeRegister::STATUS); // withdraws the interrupt
    if (work == Work::nothing) return {};
    if (now & (ata_status::ERR | ata_status::DF)) return failure(current, now);
    if (!is_moved) return {Is::failed, DiskError{DiskError::misbehaves}};
    if (is_dma || work == Work::command || !current) return {Is::done, {}};
    return go_on(*current, work, now);
}

/// A sector can be moved, or all have been. A disk that has one less or more to move than it was
/// asked for has lost its way.
AtaPort::Progress IdeChannel::go_on(DiskRequest const& current, Work work, u8 status) {
    using Is = Progress::State;
    u64 const sectors = current.bytes() / manner().sector_bytes;
    bool const is_read = work == Work::read_words;
    bool const is_asked = status & ata_status::DRQ;
    bool const are_all_moved = moved_sectors_ == sectors;
    if (is_asked == are_all_moved) return {Is::lost, DiskError{DiskError::misbehaves}};
    if (are_all_moved) return {Is::done, {}};
    move_sector(current, is_read);
    if (is_read && moved_sectors_ == sectors) return {Is::done, {}};
    work_ = work;
    return {};
}

/// Where the disk has failed it says in its registers; what is not in the request is not believed.
AtaPort::Progress IdeChannel::failure(DiskRequest const* current, u8 status) {
    bool const is_of_disk = status & ata_status::ERR;
    u64 const sector = failed_address();
    u64 const first = current ? current->sector() : 0;
    u64 const count = current ? current->bytes() / manner().sector_bytes : 0;
    bool const is_inside = is_of_disk && sector >= first && sector - first < count;
    return {Progress::State::failed,
            DiskError{is_of_disk ? DiskError::medium : DiskError::misbehaves},
            is_inside ? sector - first : 0};
}

u64 IdeChannel::failed_address() {
    auto const three_bytes = [&] {
        return u64{get(IdeRegister::LBA_LOW)} | u64{get(IdeRegister::LBA_MIDDLE)} << 8 |
               u64{get(IdeRegister::LBA_HIGH)} << 16;
    };
    u64 const low = three_bytes();
    if (!manner().is_wide) return low | u64{get(IdeRegister::DEVICE)} % 16 << 24;
    set_control(ide_control_bits::HOB);
    u64 const high = three_bytes();
    set_control(0);
    return high << 24 | low;
}

} // namespace flat::driver::ata
