// SPDX-License-Identifier: BSD-2-Clause
package flat.log;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;

/** Kernel messages. */
@Version(1)
public interface Log extends Top {
    /** How important a message is. */
    enum Level {
        /** For whoever debugs. */
        DEBUG,
        /** Worth knowing. */
        INFO,
        /** Works, but not as it should. */
        WARNING,
        /** Does not work. */
        ERROR
    }

    /** Writes one message of text, without a line end. */
    void write(Level level, @In Buf text);
}
