// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The context in which a method is called; without it, the caller of the interface decides. */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface Context {
    /** The context. */
    ContextKind value();
}
