// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i16;
import flat.lang.i32;
import flat.lang.i64;
import flat.lang.i8;
import flat.lang.paddr;
import flat.lang.size;
import flat.lang.u16;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.u8;
import flat.lang.vaddr;

@Version(7)
public interface Scalars extends Top {
    u8 unsigned8(u8 value);
    u16 unsigned16(u16 value);
    u32 unsigned32(u32 value);
    u64 unsigned64(u64 value);
    i8 signed8(i8 value);
    i16 signed16(i16 value);
    i32 signed32(i32 value);
    i64 signed64(i64 value);
    paddr physical(paddr address);
    vaddr virtualAddress(vaddr address);
    size length(size bytes);
    boolean truth(boolean value);
    int number(int value);
    long longNumber(long value);
    void nothing();
}
