// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;

/**
 * Which page of a cache makes room for another one: a policy. It calls nobody, and its caller sees
 * to it that one call is inside at a time.
 */
@Version(1)
public interface Replacement extends Top {
    /** A page has come into the cache. */
    void add(CachedPage page);

    /** It has left. */
    void remove(CachedPage page);

    /** A page of the cache has been accessed. */
    void touch(CachedPage page);

    /**
     * The page that is to leave next; nothing without pages. It stays until it is removed: if it
     * cannot leave now, asking again names another one, as if this had just come.
     */
    @Nullable
    CachedPage next();
}
