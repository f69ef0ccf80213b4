// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
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

    /** The same, by packets with these options, as `Session.setOptions` has them. */
    @Context(INTERRUPT)
    StreamSession connectWithOptions(
            StreamUpper upper, Participants participants, @In Buf options) throws NetworkError;

    /** Lets others connect; `upper` gets each connection that has come about. */
    Participants listen(StreamUpper upper, Participants participants) throws NetworkError;
}
