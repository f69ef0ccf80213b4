// SPDX-License-Identifier: BSD-2-Clause
// A port of SATA: commands on their way to its disk and back.
#include <driver/ata/ahci_port.hpp>

#include <core/memory.hpp>

namespace flat::driver::ata {

using block::DiskError;
using Kind = DiskRequest::Kind;

namespace {

/// What the device writes while the driver reads.
template<class T>
T read_once(T const& place) {
    return __atomic_load_n(&place, __ATOMIC_ACQUIRE);
}

} // namespace

/// Segments are of even length at even addresses (section 4.2.3.3).
bool AhciPort::can_do(u32, DiskRequest const& request) const {
    if (request.bytes() / sector_bytes_ > ata_sectors_max) return false;
    for (DiskRequest::Segment const& each : request.segments()) {
        bool const is_reached = reaches_all_ || (each.physical + each.bytes) >> 32 == 0;
        if (each.physical % 2 != 0 || each.bytes > ahci_region_bytes_max || !is_reached)
            return false;
    }
    return true;
}

void AhciPort::begin(u32, DiskRequest const& request, Kind kind) {
    if (kind == Kind::flush) {
        set_command(AtaCode::FLUSH_CACHE_EXT, 0, 0);
        return issue(0, false);
    }
    bool const is_written = kind == Kind::write;
    set_command(is_written ? AtaCode::WRITE_DMA_EXT : AtaCode::READ_DMA_EXT, request.sector(),
                request.bytes() / sector_bytes_);
    u32 regions = 0;
    for (DiskRequest::Segment const& each : request.segments())
        set_region(regions++, each.physical, each.bytes);
    issue(regions, is_written);
}

/// The most sectors that a command can have are encoded as 0.
void AhciPort::set_command(AtaCode code, u64 sector, u64 sectors) {
    AhciRegisterFis fis{};
    fis.kind = AHCI_FIS_REGISTER;
    fis.is_command = AHCI_FIS_IS_COMMAND;
    fis.command = static_cast<u8>(code);
    fis.device = ata_device_lba;
    for (u32 i = 0; i < 3; ++i) {
        fis.lba_low[i] = static_cast<u8>(sector >> 8 * i);
        fis.lba_high[i] = static_cast<u8>(sector >> (24 + 8 * i));
    }
    fis.count[0] = static_cast<u8>(sectors);
    fis.count[1] = static_cast<u8>(sectors >> 8);
    shared().fis = fis;
}

void AhciPort::set_region(u32 index, paddr base, u32 bytes) {
    shared().regions[index] = {static_cast<u32>(base), static_cast<u32>(base >> 32), 0, bytes - 1};
}

/// Has the port carry out the command that was put together, in slot 0 (section 5.5.1).
void AhciPort::issue(u32 regions, bool is_written) {
    paddr const table = block_.physical + __builtin_offsetof(AhciShared, fis);
    shared().list[0] = {AHCI_HEADER_FIS_WORDS | (is_written ? AHCI_HEADER_W : 0) |
                            regions << AHCI_HEADER_PRDTL_SHIFT,
                        0,
                        static_cast<u32>(table),
                        static_cast<u32>(table >> 32),
                        {}};
    __atomic_thread_fence(__ATOMIC_RELEASE); // the command before it is issued
    set(AhciPortRegister::CI, 1);
}

/// Section 5.5.3. Causes are withdrawn first: what comes later interrupts again.
AtaPort::Progress AhciPort::progress(DiskRequest const* current) {
    u32 const causes = get(AhciPortRegister::IS);
    set(AhciPortRegister::IS, causes);
    set(AhciRegister::IS, 1u << number_);
    using Is = Progress::State;
    if (causes == ~u32(0)) return {Is::lost, DiskError{DiskError::reset}}; // it is not there
    if (causes & ahci_interrupt::fatal) return failure(current, causes);
    if (get(AhciPortRegister::CI) & 1) return {};
    u64 const bytes = current ? current->bytes() : 0;
    u32 const claimed = read_once(shared().list[0].transferred_bytes);
    if (claimed == bytes || !current) return {Is::done, {}};
    u64 const done = claimed < bytes ? claimed / sector_bytes_ : 0;
    return {Is::failed, DiskError{DiskError::misbehaves}, done};
}

/// Section 6.2.2.1: the port stands still, and goes on when it is started. Where the disk has
/// failed it says in the frame that it has sent; what is not in the request is not believed.
AtaPort::Progress AhciPort::failure(DiskRequest const* current, u32 causes) {
    u8 const* const frame = shared().received + ahci_received_register;
    u64 sector = 0;
    for (u32 i = 0; i < 3; ++i)
        sector |= u64{frame[4 + i]} << 8 * i | u64{frame[8 + i]} << (24 + 8 * i);
    bool const is_of_disk = causes & ahci_interrupt::TFES;
    if (!resume()) return {Progress::State::lost, DiskError{DiskError::reset}};
    u64 const first = current ? current->sector() : 0;
    u64 const count = current ? current->bytes() / sector_bytes_ : 0;
    bool const is_inside = is_of_disk && sector >= first && sector - first < count;
    return {Progress::State::failed,
            DiskError{is_of_disk ? DiskError::medium : DiskError::misbehaves},
            is_inside ? sector - first : 0};
}

} // namespace flat::driver::ata
