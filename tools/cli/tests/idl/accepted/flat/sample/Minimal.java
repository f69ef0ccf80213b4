// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Version;

@Version(1)
public interface Minimal {}
