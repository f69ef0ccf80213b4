// SPDX-License-Identifier: BSD-2-Clause
package flat.binding;

import flat.core.BindingError;
import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;

/**
 * Binds ports of its own domain's clients, by name, to objects of any domain (THINK, section 3.1:
 * explicit binding, whose factory returns the binding's control interface).
 *
 * The hint begins with the client's end of a dynamic binding that counts its calls, as in
 * `main.disk`. What it needs besides follows, as in `main.disk;monitored`: that the binding counts
 * by method, from now on. Whatever is refused leaves the binding as it was.
 */
@Version(1)
public interface NamedBindings extends Top {
    /** Binds to what the name with this serialized form designates. */
    NamedBinding bind(@In Buf form, @In Buf hint) throws BindingError;

    /** Binds to what the name at the end of a path designates. */
    NamedBinding resolve(@In Buf path, @In Buf hint) throws BindingError;
}
