// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.KernelObject;

public class ClassNotFinal extends KernelObject {}
