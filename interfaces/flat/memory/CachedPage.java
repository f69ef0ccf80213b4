// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.KernelObject;

/** A page of a cache, as a replacement policy knows it (core/disk/cached_page.hpp). */
public final class CachedPage extends KernelObject {}
