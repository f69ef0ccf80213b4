// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.object.Space;
import flat.object.Tcb;

/** Interfaces and kernel objects are passed by reference, as a pointer where they may be absent. */
@Version(1)
public interface References extends Top {
    Minimal exchange(Minimal other, @Nullable Minimal absent);

    @Nullable
    Tcb exchangeThread(Tcb thread, @Nullable Space space);

    Tcb current();

    Top any(Top object, @Nullable Top other);
}
