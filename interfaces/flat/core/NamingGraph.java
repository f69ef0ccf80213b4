// SPDX-License-Identifier: BSD-2-Clause
package flat.core;

import flat.lang.Buf;
import flat.lang.Held;
import flat.lang.In;
import flat.lang.Nullable;
import flat.lang.Version;

/**
 * A context of a naming graph (THINK, section 3.1): its names are texts, and may designate further
 * contexts, of this graph or of any other component.
 *
 * A text has 1 to 47 bytes, no control character and neither `/` nor `:`; it is neither `.` nor
 * `..`, since a graph has no parents, and begins with `#` only where the context made it up.
 *
 * The hint of `export` is `text`, `text:type` or `:type`. The type is the interface under which the
 * target is exported, as in `console:flat.hal.Console@1`; the target must have it (`WRONG_TYPE`).
 * Without one, it is exported as `flat.lang.Top@1`. Without a text the context makes one up, `#0`
 * for example. The target must stay until the name is removed and nobody uses what was bound to it.
 *
 * The serialized form of a name holds its type and the path from the graph's root; `byteToName`
 * takes it back in each context at or above the one of the name. A malformed form is `INVALID`;
 * when the text now names an interface of another type, it is `WRONG_TYPE`.
 *
 * Whoever makes a context holds it until `release`, which ends it: all of its names are removed, so
 * is its own, and whatever is asked of it afterwards finds nothing (`UNKNOWN`). The root ignores
 * `release`. No method blocks, but where what was given ends.
 */
@Version(1)
public interface NamingGraph extends NamingContext, AbstractResource {
    /**
     * `export` of a resource, whose hold is the name's, or given back where there will be none:
     * when the name is removed, whoever drops it last releases its target, and blocks as long as
     * that does. So who holds the name may use what it has bound to it.
     */
    Name give(@Held AbstractResource target, @In Buf hint) throws NamingError;

    /** Makes an empty context that has the name `text` here. Throws as `export` does. */
    NamingGraph create(@In Buf text) throws NamingError;

    /**
     * The name at the end of a path, `devices/disk0` for example, of at most 255 bytes: each step
     * but the last must name a context. One that is no `NamingGraph` gets its step as the
     * serialized form of a name. The path begins in this context; slashes at its ends and double
     * ones mean nothing; a path without a step is `INVALID`, a step through what is no context
     * `WRONG_TYPE`.
     */
    Name resolve(@In Buf path) throws NamingError;

    /**
     * Removes the name `text` of this context. What was bound to it stays bound; a holder of the
     * name can no longer bind to it, and drops it as ever.
     */
    void remove(@In Buf text) throws NamingError;

    /**
     * The first name whose text is above `text`, in the order of bytes; null after the last one.
     * `next` of nothing is the first name, and a name that is removed does not end an iteration.
     */
    @Nullable
    Name next(@In Buf text);
}
