// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u8;

/**
 * The controller of keyboard and mouse of a PC, an 8042, as it is: two registers and two lines (IBM
 * PS/2 Hardware Interface Technical Reference, Keyboard and Auxiliary Device Controller).
 */
@Version(1)
public interface Ps2Controller extends Top {
    /** What the controller has and lacks; all ones where there is none. Changes nothing. */
    u8 status();

    /** Takes the byte that waits; anything if none does. */
    u8 read();

    /** Gives a byte to the keyboard, or to a command, which may pass it on to the mouse. */
    void write(u8 value);

    /** Gives the controller a command. */
    void command(u8 value);

    /** From now on `listener` is notified of bytes from either device; one at a time. */
    void listen(Listener listener) throws TrapError;

    /** Ends that. */
    void ignore();

    /** A driver that waits for bytes. */
    @Version(1)
    interface Listener extends Top {
        /** The controller has raised a line; bytes that wait must be read before this returns. */
        @Context(INTERRUPT)
        void arrived();
    }
}
