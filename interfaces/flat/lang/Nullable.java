// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** This interface or kernel object may be absent: a pointer in C++, not a reference. */
@Retention(RetentionPolicy.SOURCE)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Nullable {}
