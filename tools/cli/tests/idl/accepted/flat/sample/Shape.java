// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.size;

/** A record in its own file. */
public record Shape(size sides, Unit unit, Records.Colour colour) {}
