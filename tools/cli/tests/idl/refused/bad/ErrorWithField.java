// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Failure;

@SuppressWarnings("serial")
public final class ErrorWithField extends Failure {
    public enum Code {
        A
    }

    int x;
}
