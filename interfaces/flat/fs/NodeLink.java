// SPDX-License-Identifier: BSD-2-Clause
package flat.fs;

import flat.lang.Nullable;
import flat.lang.Version;

/** A symbolic link that leads to a node itself, by whatever path or none; its text says which. */
@Version(1)
public interface NodeLink extends SymbolicLink {
    /**
     * The node, held; NOT_FOUND if it leads to none. A finder is told where that was found, if that
     * is known. May block.
     */
    Node destination(@Nullable Finder finder) throws FsError;
}
