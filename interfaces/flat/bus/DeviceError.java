// SPDX-License-Identifier: BSD-2-Clause
package flat.bus;

import flat.lang.Failure;

/** Why a device cannot be used as its driver wants. */
@SuppressWarnings("serial")
public final class DeviceError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The bus has no such device that nobody has yet. */
        NO_SUCH_DEVICE,
        /** The device has no such registers, or nowhere to show them. */
        NO_SUCH_REGISTERS,
        /** The device has no such interrupt, or the machine no vector for it. */
        NO_SUCH_INTERRUPT,
        /** The device does not do what its manual says. */
        MISBEHAVES,
        /** No memory is left. */
        OUT_OF_MEMORY,
        /** The boundary between the driver and its device cannot be crossed. */
        UNREACHABLE
    }
}
