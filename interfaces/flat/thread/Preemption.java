// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import flat.lang.Top;
import flat.lang.Version;

/** For those that `Switching` has told that the running thread should let another one run. */
@Version(1)
public interface Preemption extends Top {
    /**
     * Lets more urgent threads run, if there are any that did not when they became runnable; the
     * caller stays before its equals. For threads, which need not take interrupts.
     */
    void giveWay();
}
