// SPDX-License-Identifier: BSD-2-Clause
package flat.bus;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.paddr;
import flat.lang.u16;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.u8;

/**
 * The functions of all PCI buses, as they were found at the start. A function is named by its
 * address, as in `flat.hal.PciConfiguration`.
 */
@Version(1)
public interface Pci extends Top {
    /** What a function is; `classCode` is base class << 16 | subclass << 8 | interface. */
    record Function(u32 address, u16 vendor, u16 device, u32 classCode) {}

    /** What a base address register decodes: `bytes` is 0 if it is not there. */
    record Bar(paddr base, u64 bytes, boolean isMemory) {}

    /** How many functions there are. */
    u32 functionCount();

    /** The function with this index, below `functionCount`, in the order of addresses. */
    Function function(u32 index);

    /** Takes the first function of this identity that nobody has, and tells its address. */
    u32 claim(u16 vendor, u16 device) throws DeviceError;

    /** Gives a function back. */
    void release(u32 address);

    /** A register of a function's configuration space. */
    u32 read(u32 address, u32 offset);

    /** Writes a register of a function's configuration space. */
    void write(u32 address, u32 offset, u32 value);

    /**
     * The base address register with this number, 0 to 5; a 64-bit one has two numbers. Those of a
     * controller of IDE whose ports are where they were before PCI are told as if it had them.
     */
    Bar bar(u32 address, u32 number);

    /** The offset of the next capability of this kind after offset `after`, the first if 0. */
    u32 capability(u32 address, u8 id, u32 after);

    /**
     * Has a function's interrupt line call `interrupt` with vector 0; functions may share it. The
     * line of the second channel of IDE, as it was before PCI, has vector 1.
     */
    void connectLine(u32 address, Interrupt interrupt) throws DeviceError;

    /** Ends that. */
    void disconnectLine(u32 address);
}
