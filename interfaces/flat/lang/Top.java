// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/**
 * The greatest element of the lattice of interfaces (THINK, Figure 1): every interface is a Top.
 * `flat::Top` in C++.
 */
@Version(1)
public interface Top {}
