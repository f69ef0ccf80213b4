// SPDX-License-Identifier: BSD-2-Clause
package bad;

public final class OtherClass {}
