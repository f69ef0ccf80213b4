// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.InOut;
import flat.lang.Max;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface Buffers extends Top {
    void send(@In Buf text);

    u32 receive(@Out Buf text);

    void swapBytes(@InOut Buf words);

    /** The limit of a length is a constant, so that stubs and callers can use it. */
    u32 transform(@Max(512) @In Buf sourceText, @Out @Max(0x400) Buf text);
}
