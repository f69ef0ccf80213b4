// SPDX-License-Identifier: BSD-2-Clause
// A disk of IDE: commands on their way there and back (ATA/ATAPI-6, section 9).
#include <driver/ata/ide.hpp>

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

bool Ide::can_do(DiskRequest const& request) const {
    u64 const most = is_wide_ ? ata_sectors_max : ata_sectors_max_28;
    if (request.bytes() / sector_bytes_ > most) return false;
    if (!by_dma_) return true;
    for (DiskRequest::Segment const& each : request.segments()) {
        bool const is_reached = (each.physical + each.bytes) >> 32 == 0;
        if (each.physical % 2 != 0 || each.bytes > ide_boundary || !is_reached) return false;
    }
    return true;
}

AtaCode Ide::code_for(Kind kind) const {
    using Code = AtaCode;
    if (kind == Kind::flush) return is_wide_ ? Code::FLUSH_CACHE_EXT : Code::FLUSH_CACHE;
    bool const is_read = kind == Kind::read;
    if (by_dma_ && is_wide_) return is_read ? Code::READ_DMA_EXT : Code::WRITE_DMA_EXT;
    if (by_dma_) return is_read ? Code::READ_DMA : Code::WRITE_DMA;
    if (is_wide_) return is_read ? Code::READ_SECTORS_EXT : Code::WRITE_SECTORS_EXT;
    return is_read ? Code::READ_SECTORS : Code::WRITE_SECTORS;
}

void Ide::begin(DiskRequest const& request, Kind kind) {
    AtaCode const code = code_for(kind);
    if (kind == Kind::flush) {
        work_ = Work::command;
        return issue(code, 0, 0);
    }
    bool const is_read = kind == Kind::read;
    moved_sectors_ = 0;
    if (by_dma_) begin_dma(request, is_read);
    work_ = by_dma_ ? Work::dma : is_read ? Work::read_words : Work::write_words;
    issue(code, request.sector(), request.bytes() / sector_bytes_);
    if (by_dma_) {
        u8 const direction = is_read ? ide_master_bits::TO_MEMORY : u8(0);
        device->write8(ide_master, ide_master_command, direction | ide_master_bits::START);
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
void Ide::issue(AtaCode code, u64 sector, u64 sectors) {
    u64 const high_bits = is_wide_ ? 0 : sector >> 24 & 0xf;
    set(IdeRegister::DEVICE, chosen_ | high_bits);
    if (is_wide_) {
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
void Ide::begin_dma(DiskRequest const& request, bool is_read) {
    u32 count = 0;
    for (DiskRequest::Segment const& each : request.segments()) {
        for (u32 done = 0; done < each.bytes;) {
            paddr const place = each.physical + done;
            u32 const part = part_before_boundary(place, each.bytes - done);
            shared().regions[count++] = {static_cast<u32>(place), static_cast<u16>(part), 0};
            done += part;
        }
    }
    shared().regions[count - 1].flags = ide_region_is_last;
    __atomic_thread_fence(__ATOMIC_RELEASE); // the regions before they are named
    device->write32(ide_master, ide_master_table, static_cast<u32>(block_.physical));
    device->write8(ide_master, ide_master_command, is_read ? ide_master_bits::TO_MEMORY : u8(0));
    device->write8(ide_master, ide_master_status,
                   ide_master_bits::ERROR | ide_master_bits::INTERRUPT);
}

/// Stops the controller; whether all memory was used and nothing else.
bool Ide::end_dma() {
    u8 const master = device->read8(ide_master, ide_master_status);
    device->write8(ide_master, ide_master_command, 0);
    device->write8(ide_master, ide_master_status,
                   ide_master_bits::ERROR | ide_master_bits::INTERRUPT);
    __atomic_thread_fence(__ATOMIC_ACQUIRE); // what was read is there
    return !(master & (ide_master_bits::ERROR | ide_master_bits::ACTIVE));
}

/// The next sector, which lies in one segment.
void Ide::move_sector(DiskRequest const& request, bool is_read) {
    u64 offset = moved_sectors_++ * sector_bytes_;
    for (DiskRequest::Segment const& each : request.segments()) {
        if (offset >= each.bytes) {
            offset -= each.bytes;
            continue;
        }
        u8* const place = each.begin + offset;
        for (u32 i = 0; i < sector_bytes_; i += sizeof(u16)) {
            u16 word = 0;
            if (is_read) word = device->read16(ide_commands, u32(IdeRegister::DATA));
            if (is_read) memcpy(place + i, &word, sizeof(word));
            if (!is_read) memcpy(&word, place + i, sizeof(word));
            if (!is_read) device->write16(ide_commands, u32(IdeRegister::DATA), word);
        }
        return;
    }
}

void Ide::interrupted(u32) {
    queue_.work();
}

AtaPort::Progress Ide::progress(DiskRequest const* current) {
    using Is = Progress::State;
    u8 const before = status();
    if (before == 0xff) return {Is::lost, DiskError{DiskError::reset}}; // it is not there
    if (before & ata_status::BSY) return {};
    bool const is_dma = work_ == Work::dma;
    bool const has_interrupted =
        !is_dma || device->read8(ide_master, ide_master_status) & ide_master_bits::INTERRUPT;
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
AtaPort::Progress Ide::go_on(DiskRequest const& current, Work work, u8 status) {
    using Is = Progress::State;
    u64 const sectors = current.bytes() / sector_bytes_;
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
AtaPort::Progress Ide::failure(DiskRequest const* current, u8 status) {
    bool const is_of_disk = status & ata_status::ERR;
    u64 const sector = failed_address();
    u64 const first = current ? current->sector() : 0;
    u64 const count = current ? current->bytes() / sector_bytes_ : 0;
    bool const is_inside = is_of_disk && sector >= first && sector - first < count;
    return {Progress::State::failed,
            DiskError{is_of_disk ? DiskError::medium : DiskError::misbehaves},
            is_inside ? sector - first : 0};
}

u64 Ide::failed_address() {
    auto const three_bytes = [&] {
        return u64{get(IdeRegister::LBA_LOW)} | u64{get(IdeRegister::LBA_MIDDLE)} << 8 |
               u64{get(IdeRegister::LBA_HIGH)} << 16;
    };
    u64 const low = three_bytes();
    if (!is_wide_) return low | u64{get(IdeRegister::DEVICE)} % 16 << 24;
    set_control(ide_control_bits::HOB);
    u64 const high = three_bytes();
    set_control(0);
    return high << 24 | low;
}

} // namespace flat::driver::ata
