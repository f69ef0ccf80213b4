// SPDX-License-Identifier: BSD-2-Clause
package flat.input;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;
import flat.lang.u8;

/**
 * A keyboard, as keys that go down and up: what is on them is others' business.
 *
 * Keys have the numbers of USB (HID Usage Tables 1.4, chapter 10): A is 4, Enter 40, the left Shift
 * 225; 0 is no key.
 */
@Version(1)
public interface Keyboard extends Top {
    /** A key went down, or up. Each goes up as often as down, also if the keyboard loses that. */
    record Event(u8 key, boolean isDown) {}

    /** How many events were lost because nobody took them, and bytes that meant nothing. */
    record Statistics(u64 lostEvents, u64 unknownBytes) {}

    /** Takes the oldest event that nobody took; that of key 0 if there is none. Never waits. */
    Event take();

    /** What went wrong since the start. */
    Statistics statistics();
}
