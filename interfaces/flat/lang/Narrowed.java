// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The resource that the method returns turns out to have another interface, to which the caller
 * narrows it; so a binding has to carry that, too.
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface Narrowed {}
