// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/**
 * A class that the kernel composes, opaque to interfaces: it can be passed, never looked into.
 *
 * A final class without a body extends it: `public final class Tcb extends KernelObject {}`.
 */
public abstract class KernelObject {
    /** For the classes that name a kernel object. */
    protected KernelObject() {}
}
