// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.KernelObject;

public final class ObjectWithMembers extends KernelObject {
    public enum Kind {
        A
    }
}
