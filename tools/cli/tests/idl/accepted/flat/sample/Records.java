// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

@Version(1)
public interface Records extends Top {
    /** Defined behind what it contains, whatever the order in the file. */
    record Line(Point start, Point end, Colour colour) {}

    /** A point. */
    record Point(int x, int y) {}

    /** A colour; the values count from 0. */
    enum Colour {
        /** Like fire. */
        RED,
        LIGHT_BLUE
    }

    record Empty() {}

    Point middle(Line line);

    Colour colourOf(Point point, Colour otherwise);

    u64 area(u32 width, u32 height);
}
