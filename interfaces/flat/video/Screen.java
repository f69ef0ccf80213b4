// SPDX-License-Identifier: BSD-2-Clause
package flat.video;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.vaddr;

/**
 * What a person looks at: a frame buffer, rows of pixels of 32 bits, 0x00RRGGBB, that is shown as
 * it is at any moment.
 */
@Version(1)
public interface Screen extends Top {
    /** The picture: its pixels begin at `pixels`, each row `pitchBytes` after the one above. */
    record Frame(u32 width, u32 height, u32 pitchBytes, vaddr pixels) {}

    /** Shows a black picture of this size from now on, and tells where it is. */
    Frame setMode(u32 width, u32 height) throws ScreenError;

    /** What is shown; of no width before the first `setMode`. */
    Frame frame();
}
