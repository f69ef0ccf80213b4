// SPDX-License-Identifier: BSD-2-Clause
package worse;

import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface WrongPackage extends Top {}
