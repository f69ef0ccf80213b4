// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.lang.Version;
import flat.memory.Frames;
import flat.memory.MemoryError;
import flat.memory.Quota;

/** A limit that is kept by what a domain's memory comes from. */
@Version(1)
public interface QuotaLimit extends MemoryLimit {
    /** So much of `source` for one domain; whoever asks for it releases it. */
    Quota quotaOf(Frames source) throws MemoryError;
}
