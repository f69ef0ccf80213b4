// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Version;

@Version(1)
public interface ExtendsOwnMember extends ExtendsOwnMember.Inner {
    interface Inner {}
}
