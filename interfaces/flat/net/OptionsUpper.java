// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.In;
import flat.lang.Version;

/**
 * An upper that gets the options of IPv4 with which messages come (RFC 791, section 3.1), from
 * protocols that have them: those ask each upper whether it is one, by `narrow`.
 */
@Version(1)
public interface OptionsUpper extends Upper {
    /**
     * As `deliver`, of a message whose packet, or the first fragment of it, had these options: they
     * are whole, without padding.
     */
    @Context(INTERRUPT)
    boolean deliverWithOptions(Participants participants, Message message, @In Buf options);
}
