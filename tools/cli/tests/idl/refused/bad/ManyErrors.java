// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Buf;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface ManyErrors extends Top {
    default void first() {}

    record Broken(String text) {}

    Broken second();

    Brokn third(int[] a, Missing b);

    void fourth(Buf text) throws Garbled;
}
