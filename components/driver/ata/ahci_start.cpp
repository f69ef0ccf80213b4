// SPDX-License-Identifier: BSD-2-Clause
// Disks of SATA: how one is found, started, and started anew (AHCI 1.3.1, section 10.1).
#include <core/bits.hpp>
#include <core/say.hpp>
#include <driver/ata/ahci.hpp>

namespace flat::driver::ata {

using bus::DeviceError;

namespace {

/// How often the controller is asked for what must come.
constexpr u32 patience = 1'000'000;

} // namespace

template<class Condition>
bool Ahci::comes(Condition const& condition) {
    for (u32 tries = 0; tries < patience; ++tries)
        if (condition()) return true;
    return false;
}

Ahci::Ahci(Ports const& ports, Attributes const& attributes)
    : AhciComponent(ports, attributes), queue_(*this, *alarms, timeout_ms) {
    Outcome const outcome = find_device();
    if (outcome.is_error())
        give_up(outcome.error());
    else
        queue_.start();
}

Ahci::~Ahci() {
    if (block_.address != 0) (void)stop_port();
    device->release();
    queue_.stop(); // the device has let go of memory
    if (block_.address != 0) memory->free(block_);
}

Ahci::Outcome Ahci::find_device() {
    TRY(device->claim(ahci_vendor, ahci_ich9));
    if (TRY(device->open(ahci_region)) < ahci_port_offset(1))
        return DeviceError{DeviceError::no_such_registers};
    auto const block = memory->allocate(0);
    if (block.is_error()) return DeviceError{DeviceError::out_of_memory};
    block_ = block.value();
    device->set_bus_master(true);
    bus::Interrupt& self = *this;
    return device->connect_line(self);
}

/// Finds the first disk, and what it is; interrupts come when that is known.
Result<block::Disk::Geometry, DeviceError> Ahci::start() {
    TRY(reset());
    u32 const implemented = get(AhciRegister::PI);
    reaches_all_ = get(AhciRegister::CAP) & AHCI_CAP_S64A;
    if (!reaches_all_ && block_.physical >> 32 != 0) return DeviceError{DeviceError::out_of_memory};
    u32 port = 0;
    while (port < ahci_ports && !(implemented >> port & 1 && is_disk(port)))
        ++port;
    if (port == ahci_ports) return DeviceError{DeviceError::no_such_device};
    AtaIdentity const identity = TRY(identify());
    if (!identity.is_wide) return DeviceError{DeviceError::misbehaves}; // none of SATA is so old
    sector_bytes_ = identity.sector_bytes;
    queue_.set_cache(identity.has_cache);
    set(AhciPortRegister::IE, ahci_interrupt::DHRS | ahci_interrupt::fatal);
    set(AhciRegister::IS, ~u32(0));
    set(AhciRegister::GHC, ahci_ghc::AE | ahci_ghc::IE);
    return Geometry{identity.sectors, identity.sector_bytes, ahci_segments_max, false, false};
}

/// Section 10.4.3.
Ahci::Outcome Ahci::reset() {
    set(AhciRegister::GHC, ahci_ghc::AE);
    set(AhciRegister::GHC, ahci_ghc::AE | ahci_ghc::HR);
    if (!comes([&] { return !(get(AhciRegister::GHC) & ahci_ghc::HR); }))
        return DeviceError{DeviceError::misbehaves};
    set(AhciRegister::GHC, ahci_ghc::AE);
    return {};
}

/// Whether a disk is at a port, which works then.
bool Ahci::is_disk(u32 port) {
    port_ = port;
    if ((get(AhciPortRegister::SSTS) & AHCI_SSTS_DET_MASK) != AHCI_SSTS_DET_PRESENT) return false;
    bool const is_started = start_port().is_ok() && get(AhciPortRegister::SIG) == AHCI_SIG_DISK;
    if (!is_started) (void)stop_port();
    return is_started;
}

/// Sections 10.1.2 and 10.3.1.
Ahci::Outcome Ahci::start_port() {
    if (!stop_port()) return DeviceError{DeviceError::misbehaves};
    paddr const received = block_.physical + __builtin_offsetof(AhciShared, received);
    set(AhciPortRegister::CLB, static_cast<u32>(block_.physical));
    set(AhciPortRegister::CLBU, static_cast<u32>(block_.physical >> 32));
    set(AhciPortRegister::FB, static_cast<u32>(received));
    set(AhciPortRegister::FBU, static_cast<u32>(received >> 32));
    set(AhciPortRegister::IE, 0);
    set(AhciPortRegister::CMD, ahci_command::FRE | ahci_command::SUD | ahci_command::POD);
    return resume_port() ? Outcome() : DeviceError{DeviceError::misbehaves};
}

/// Ends what the port does; whether it has let go of memory.
bool Ahci::stop_port() {
    set(AhciPortRegister::CMD, get(AhciPortRegister::CMD) & ~ahci_command::ST);
    if (!comes([&] { return !(get(AhciPortRegister::CMD) & ahci_command::CR); })) return false;
    set(AhciPortRegister::CMD, get(AhciPortRegister::CMD) & ~ahci_command::FRE);
    return comes([&] { return !(get(AhciPortRegister::CMD) & ahci_command::FR); });
}

/// Has the port take commands, after it has received frames, or has stopped at an error.
bool Ahci::resume_port() {
    u32 const command = get(AhciPortRegister::CMD);
    set(AhciPortRegister::CMD, command & ~ahci_command::ST);
    if (!comes([&] { return !(get(AhciPortRegister::CMD) & ahci_command::CR); })) return false;
    set(AhciPortRegister::SERR, ~u32(0));
    set(AhciPortRegister::IS, ~u32(0));
    constexpr u32 busy = ata_status::BSY | ata_status::DRQ;
    if (!comes([&] { return !(get(AhciPortRegister::TFD) & busy); })) return false;
    set(AhciPortRegister::CMD, command | ahci_command::ST);
    return true;
}

/// Asks the disk what it is, while nobody else asks.
Result<AtaIdentity, DeviceError> Ahci::identify() {
    paddr const identity = block_.physical + __builtin_offsetof(AhciShared, identity);
    set_command(AtaCode::IDENTIFY_DEVICE, 0, 0);
    set_region(0, identity, ata_identity_bytes);
    issue(1, false);
    bool const is_done = comes([&] {
        return get(AhciPortRegister::IS) & ahci_interrupt::fatal ||
               !(get(AhciPortRegister::CI) & 1);
    });
    bool const has_failed = get(AhciPortRegister::IS) & ahci_interrupt::fatal;
    set(AhciPortRegister::IS, ~u32(0));
    if (!is_done || has_failed) return DeviceError{DeviceError::misbehaves};
    __atomic_thread_fence(__ATOMIC_ACQUIRE); // what it has written is there
    return AtaIdentity::read(Span<u8 const>(shared().identity, ata_identity_bytes));
}

/// From now on there is no disk.
void Ahci::give_up(DeviceError problem) {
    bool const is_missing = problem.code == DeviceError::no_such_device;
    say(*log, "ahci: {}", is_missing ? "there is no such disk" : "the disk cannot be used");
    device->release();
}

} // namespace flat::driver::ata
