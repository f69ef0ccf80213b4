// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface MaxClash extends Top {
    int SEND_TEXT_MAX_BYTES = 1;
    void send(@In @Max(3) Buf text);
}
