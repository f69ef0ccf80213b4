// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.object.Tcb;

@Version(1)
public interface Failing extends Top {
    void act() throws Problem;

    u32 count() throws Problem;

    Shape shape() throws Problem;

    Minimal find(u32 index) throws Problem;

    @Nullable
    Minimal search(u32 index) throws Problem;

    Tcb thread() throws Problem;

    void report(Problem.Code code);

    Problem.Code last();
}
