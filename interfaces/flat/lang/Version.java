// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The version of an interface, part of its identity: each breaking change counts it up. */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
public @interface Version {
    /** The version, from 1. */
    int value();
}
