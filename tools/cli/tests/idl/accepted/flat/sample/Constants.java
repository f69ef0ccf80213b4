// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface Constants extends Top {
    /** A number. */
    int SECTOR = 512;
    int READ = 1 << 0, WRITE = 1 << 1;
    int ALL = READ | WRITE;
    int MASK = ~(ALL ^ 0x0f) & 0b1111_0000;
    int LEAST = -2147483648;
    int GREATEST = 0x7fff_ffff;
    long LONG_LEAST = -9223372036854775808L;
    long LONG = SECTOR * 2L - (1 + 1);
    long SHIFTED = 1L << 40 >> 2;
    boolean CACHED = true;
    boolean DEFAULT = false;
}
