// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u8;

@Version(1)
public interface Naming extends Top {
    int MAX_2D_SIZE = 1;

    u8 sizeLog2(u8 x2apicId);

    void toUTF8Text(u8 getURL);

    void parseIPv4Address(u8 aBC);
}
