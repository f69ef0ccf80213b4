// SPDX-License-Identifier: BSD-2-Clause
package flat.binding;

import flat.lang.Buf;
import flat.lang.Nullable;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** The control interface of a binding; its subtypes say what can be asked of which kind. */
@Version(1)
public interface Control extends Top {
    /**
     * Writes the client's end, as in `main.log`, as much of it as fits, and returns its whole
     * length in bytes.
     */
    u32 name(@Out Buf destination);

    /** Writes the kind that it belongs to, as in `dynamic`, in the manner of `name`. */
    u32 kind(@Out Buf destination);

    /** The one that was added to `Controls` before this one. */
    @Nullable
    Control previous();
}
