// SPDX-License-Identifier: BSD-2-Clause
package flat.input;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i32;
import flat.lang.u32;
import flat.lang.u64;

/**
 * A mouse: how far it is moved, and which of its buttons are pressed.
 *
 * Where nobody takes it, movement adds up, and nothing is lost.
 */
@Version(1)
public interface Mouse extends Top {
    /** The left button in `buttons`. */
    int LEFT = 1;
    /** The right one. */
    int RIGHT = 2;
    /** The one in the middle. */
    int MIDDLE = 4;

    /**
     * How far it was moved to the right and down, in counts of its own, which end at the largest;
     * and the buttons that are pressed, or were pressed at any moment, since this was taken last.
     */
    record Motion(i32 right, i32 down, u32 buttons) {}

    /** What has happened since the last call. Never waits. */
    Motion takeMotion();

    /** How many bytes or events meant nothing, since the start. */
    u64 unknownMotions();
}
