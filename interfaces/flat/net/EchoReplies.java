// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Version;

/**
 * What gets the answers to echoes that came to this host, whole messages of ICMP with right
 * checksums, and hears of requests that did not arrive.
 */
@Version(1)
public interface EchoReplies extends OptionsUpper {}
