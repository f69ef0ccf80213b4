// SPDX-License-Identifier: BSD-2-Clause
// A port of SATA: how its disk is found, started, and started anew (AHCI 1.3.1, section 10).
#include <driver/ata/ahci_port.hpp>

#include <core/say.hpp>

namespace flat::driver::ata {

using bus::DeviceError;

namespace {

/// For so many reads of a register, of a microsecond or so, the line to the disk is reset: it has
/// to be a millisecond (section 10.4.2).
constexpr u32 line_reset_reads = 2000;

} // namespace

bool AhciPort::find() {
    auto const block = controller_.surroundings().memory.allocate(0);
    if (block.is_error()) {
        give_up(DeviceError{DeviceError::out_of_memory});
        return false;
    }
    block_ = block.value();
    queue_.start();
    patience_.shorten();
    if (!has_disk()) end();
    return has_disk();
}

void AhciPort::end() {
    queue_.stop();
    if (block_.address != 0) controller_.surroundings().memory.free(flat::exchange(block_, {}));
}

/// Finds out what the disk is; interrupts come when that is known.
AhciPort::Outcome AhciPort::start() {
    if (!quiesce()) return DeviceError{DeviceError::misbehaves};
    reaches_all_ = get(AhciRegister::CAP) & AHCI_CAP_S64A;
    if (!reaches_all_ && block_.physical >> 32 != 0) return DeviceError{DeviceError::out_of_memory};
    TRY(reset());
    TRY(enable());
    if (get(AhciPortRegister::SIG) != AHCI_SIG_DISK)
        return DeviceError{DeviceError::no_such_device};
    AtaIdentity const identity = TRY(identify());
    if (!identity.is_wide) return DeviceError{DeviceError::misbehaves}; // none of SATA is so old
    queue_.found(0, identity, ahci_segments_max);
    set(AhciPortRegister::IE, ahci_interrupt::DHRS | ahci_interrupt::fatal);
    return {};
}

/// Until it goes on it holds no line.
void AhciPort::restart() {
    set(AhciPortRegister::IE, 0);
    withdraw();
    controller_.restart(*this);
}

/// From now on there is no disk. What is no disk at the start is something else.
void AhciPort::give_up(DeviceError problem) {
    if (!quiesce()) controller_.abandon();
    if (!has_disk() && problem.code != DeviceError::no_such_device) tell("cannot be used");
}

void AhciPort::lost(u32) {
    tell("is gone");
}

void AhciPort::tell(Text what) {
    say(controller_.surroundings().log, "ahci: the disk at port {} {}", number_, what);
}

/// Whether the port has let go of memory, whatever that takes.
bool AhciPort::quiesce() {
    return stop() || controller_.reset_for(*this);
}

void AhciPort::withdraw() {
    set(AhciPortRegister::IS, get(AhciPortRegister::IS));
    set(AhciRegister::IS, 1u << number_);
}

bool AhciPort::stop() {
    set(AhciPortRegister::IE, 0);
    set(AhciPortRegister::CMD, get(AhciPortRegister::CMD) & ~ahci_command::ST);
    if (!patience_.comes([&] { return !(get(AhciPortRegister::CMD) & ahci_command::CR); }))
        return false;
    set(AhciPortRegister::CMD, get(AhciPortRegister::CMD) & ~ahci_command::FRE);
    withdraw();
    return patience_.comes([&] { return !(get(AhciPortRegister::CMD) & ahci_command::FR); });
}

/// Section 10.4.2: the disk is reset, and told from something else by its signature then.
AhciPort::Outcome AhciPort::reset() {
    set(AhciPortRegister::SCTL, AHCI_SCTL_DET_RESET);
    for (u32 i = 0; i < line_reset_reads; ++i)
        (void)get(AhciPortRegister::SSTS);
    set(AhciPortRegister::SCTL, 0);
    if (!patience_.comes([&] { return is_connected(); }))
        return DeviceError{DeviceError::no_such_device};
    return {};
}

/// Sections 10.1.2 and 10.3.1.
AhciPort::Outcome AhciPort::enable() {
    paddr const received = block_.physical + __builtin_offsetof(AhciShared, received);
    set(AhciPortRegister::CLB, static_cast<u32>(block_.physical));
    set(AhciPortRegister::CLBU, static_cast<u32>(block_.physical >> 32));
    set(AhciPortRegister::FB, static_cast<u32>(received));
    set(AhciPortRegister::FBU, static_cast<u32>(received >> 32));
    set(AhciPortRegister::CMD, ahci_command::FRE | ahci_command::SUD | ahci_command::POD);
    return resume() ? Outcome() : DeviceError{DeviceError::misbehaves};
}

/// Has the port take commands, after it has received frames, or has stopped at an error.
bool AhciPort::resume() {
    u32 const command = get(AhciPortRegister::CMD);
    set(AhciPortRegister::CMD, command & ~ahci_command::ST);
    if (!patience_.comes([&] { return !(get(AhciPortRegister::CMD) & ahci_command::CR); }))
        return false;
    set(AhciPortRegister::SERR, ~u32(0));
    set(AhciPortRegister::IS, ~u32(0));
    constexpr u32 busy = ata_status::BSY | ata_status::DRQ;
    if (!patience_.comes([&] { return !(get(AhciPortRegister::TFD) & busy); })) return false;
    set(AhciPortRegister::CMD, command | ahci_command::ST);
    return true;
}

/// Asks the disk what it is, while nobody else asks.
Result<AtaIdentity, DeviceError> AhciPort::identify() {
    paddr const identity = block_.physical + __builtin_offsetof(AhciShared, identity);
    set_command(AtaCode::IDENTIFY_DEVICE, 0, 0);
    set_region(0, identity, ata_identity_bytes);
    issue(1, false);
    bool const is_done = patience_.comes([&] {
        return get(AhciPortRegister::IS) & ahci_interrupt::fatal ||
               !(get(AhciPortRegister::CI) & 1);
    });
    bool const has_failed = get(AhciPortRegister::IS) & ahci_interrupt::fatal;
    set(AhciPortRegister::IS, ~u32(0));
    if (!is_done || has_failed) return DeviceError{DeviceError::misbehaves};
    __atomic_thread_fence(__ATOMIC_ACQUIRE); // what it has written is there
    return AtaIdentity::read(Span<u8 const>(shared().identity, ata_identity_bytes));
}

} // namespace flat::driver::ata
