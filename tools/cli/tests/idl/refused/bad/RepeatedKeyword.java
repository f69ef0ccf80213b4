// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public public interface RepeatedKeyword extends Top {}
