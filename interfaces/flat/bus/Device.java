// SPDX-License-Identifier: BSD-2-Clause
package flat.bus;

import flat.lang.Held;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u16;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.u8;
import flat.lang.vaddr;

/**
 * One device, for its driver and nobody else: its registers and interrupts, and no other's.
 *
 * Registers lie in regions, the base address registers of PCI, at an offset that is a multiple of
 * their size; whether a region is of memory or of ports makes no difference. What is outside of a
 * region that is open reads as all ones, and writes to it do nothing, so that a driver which
 * believes a lying device harms nobody.
 */
@Version(3)
public interface Device extends Top {
    /** Where a region that is memory is seen. */
    record Memory(vaddr base, u64 bytes) {}

    /** Takes the next device of this identity; before all else. */
    void claim(u16 vendor, u16 device) throws DeviceError;

    /** Stops the device's accesses to memory and its interrupts, and gives it back. */
    void release();

    /** A register of the configuration space; `offset` is a multiple of 4 below 256. */
    u32 configuration(u32 offset);

    /** Writes a register of the configuration space. */
    void setConfiguration(u32 offset, u32 value);

    /** The offset of the next capability of this kind after offset `after`, the first if 0. */
    u32 capability(u8 id, u32 after);

    /** Makes the registers of a region accessible, and tells how many bytes they are. */
    u64 open(u32 region) throws DeviceError;

    /**
     * Shows a region that is memory and no registers, such as a frame buffer, for direct accesses
     * until `release`. Where page tables are, writes are gathered: they arrive, in any order.
     */
    Memory show(u32 region) throws DeviceError;

    /** Lets the device access memory by itself, or not. */
    void setBusMaster(boolean isWanted);

    /** A register of 8 bits. */
    u8 read8(u32 region, u32 offset);

    /** A register of 16 bits. */
    u16 read16(u32 region, u32 offset);

    /** A register of 32 bits. */
    u32 read32(u32 region, u32 offset);

    /** Writes a register of 8 bits. */
    void write8(u32 region, u32 offset, u8 value);

    /** Writes a register of 16 bits. */
    void write16(u32 region, u32 offset, u16 value);

    /** Writes a register of 32 bits. */
    void write32(u32 region, u32 offset, u32 value);

    /**
     * Has the device's message `vector` (MSI-X) call `interrupt` with that number, until `release`.
     */
    void connect(u32 vector, @Held Interrupt interrupt) throws DeviceError;

    /**
     * Has the device's interrupt line call `interrupt` with vector 0, until `release`; in place of
     * messages. The second line of a controller of IDE has vector 1. Not for drivers in other
     * domains, which cannot withdraw the request in time.
     */
    void connectLine(@Held Interrupt interrupt) throws DeviceError;
}
