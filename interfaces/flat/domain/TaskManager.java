// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.core.ResourceManager;
import flat.lang.Version;
import flat.lang.u64;

/**
 * Makes domains that are tasks of their own, those of the assembly that the caller's domain has
 * been granted, as many of each at a time as the grant says.
 *
 * `create` makes a `Domain`; its hint is the domain's name in the assembly. Where there are as many
 * as may be, or something is used up, it is EXHAUSTED; one that has not been granted, or that
 * there is not, is UNBINDABLE. Nothing can be bound by name.
 */
@Version(1)
public interface TaskManager extends ResourceManager {
    /** Memory for the pages of all tasks: pages that the root task has, and those in no use. */
    record Pages(u64 all, u64 free) {}

    /** How much there is now. */
    Pages pages();
}
