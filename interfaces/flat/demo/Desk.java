// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.core.NamingError;
import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/** Hands out the serialized name of a stage, and calls what serialized names designate. */
@Version(1)
public interface Desk extends Top {
    /** Writes a stage's name, as much of it as fits, and returns its whole length in bytes. */
    u32 name(@Out @Max(400) Buf form);

    /** Passes a value through the stage of this name; the bytes may be anything. */
    u64 pass(@In @Max(400) Buf form, u64 value) throws NamingError;
}
