// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;

/**
 * Puts component objects into its domain while that runs (THINK, section 3.1: dynamic loading).
 *
 * Such an object is a component as `flat build component … --relocatable` makes it: its code, the
 * interfaces that it provides and requires, and those that its methods mention, each with its
 * version and a digest of its methods. What differs here is refused before any of its code runs.
 */
@Version(1)
public interface Loader extends Top {
    /**
     * Loads the component object in `file`, whose bytes are copied. Each of its required ports is
     * bound by a name, where `names` has one, in the form `port=path` with `;` between several; any
     * other to what the trader offers of its type. May take long; does not wait for anybody.
     */
    LoadedComponent load(@In Buf file, @In Buf names) throws LoadError;
}
