// SPDX-License-Identifier: BSD-2-Clause
package flat.bank;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Opens accounts and finds them: an interface whose results are interfaces, held and not. */
@Version(1)
public interface Bank extends Top {
    /** Opens an account, which the caller holds. */
    Account open() throws BankError;

    /** The open account of this number, of which the caller then is a holder; null without one. */
    @Nullable
    Account find(u32 number);

    /** How many accounts are open. */
    u32 openAccounts();
}
