// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.core.AbstractResource;
import flat.lang.Version;

/**
 * Memory that belongs to whoever had it made. `release` gives all of its pages back; where it is
 * still mapped, accesses fail from then on.
 */
@Version(1)
public interface OwnedObject extends FilledObject, AbstractResource {}
