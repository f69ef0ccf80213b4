// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The result depends on the arguments alone, for ever, and nobody notices the call. */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface Pure {}
