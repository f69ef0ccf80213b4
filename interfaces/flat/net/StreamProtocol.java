// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Version;

/**
 * A protocol of streams, TCP. `open` and `openEnable` do what is here for uppers that are
 * `StreamUpper`s, and refuse others.
 */
@Version(1)
public interface StreamProtocol extends Protocol {
    /** Begins to connect; `upper` hears how that goes on. */
    @Context(INTERRUPT)
    StreamSession connect(StreamUpper upper, Participants participants) throws NetworkError;

    /** Lets others connect; `upper` gets each connection that has come about. */
    Participants listen(StreamUpper upper, Participants participants) throws NetworkError;
}
