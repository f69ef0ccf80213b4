// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.core.ResourceManager;
import flat.lang.Version;

/**
 * Makes domains from the images that the kernel carries.
 *
 * `create` makes a `Domain`; its hint is the domain's name in the assembly. Each is another one,
 * bound as the assembly says. Nothing can be bound by name.
 */
@Version(1)
public interface DomainManager extends ResourceManager {}
