// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

/** An enum in its own file. */
public enum Unit {
    METRE,
    INCH,
}
