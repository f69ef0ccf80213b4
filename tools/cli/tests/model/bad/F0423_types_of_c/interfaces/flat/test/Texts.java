// SPDX-License-Identifier: BSD-2-Clause
package flat.test;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;

/** Texts. */
@Version(1)
public interface Texts extends Top {
    boolean put(@In Buf text);
}
