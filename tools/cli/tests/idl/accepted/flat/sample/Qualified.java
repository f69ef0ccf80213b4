// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.hal.Timer;
import flat.hal.Timer.Tick;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface Qualified extends flat.lang.Top {
    flat.lang.u32 full(flat.hal.Mmu mmu, flat . hal . Mmu.Mapping mapping);

    void imported(Timer timer, Tick tick, Timer.Tick same);

    /** Hides flat.sample.Minimal, which needs its full name here. */
    interface Minimal extends Top {
        void inner(Minimal inner, flat.sample.Minimal outer);
    }
}
