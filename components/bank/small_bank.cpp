// SPDX-License-Identifier: BSD-2-Clause
// A bank with a fixed number of accounts.
#include <bank/small_bank.hpp>

namespace flat::bank {

SmallBank::SmallBank(Ports const& ports, Attributes const& attributes)
    : SmallBankComponent(ports, attributes) {
    for (u32 i = 0; i < accounts_max; ++i)
        accounts_[i].belong_to(*this, i);
}

Result<Account*, BankError> SmallBank::open() {
    for (SmallAccount& each : accounts_)
        if (!each.is_open()) {
            each.hold();
            return &each;
        }
    return BankError{BankError::Code::full};
}

Account* SmallBank::find(u32 number) {
    if (number >= accounts_max || !accounts_[number].is_open()) return nullptr;
    accounts_[number].hold();
    return &accounts_[number];
}

Account* SmallBank::find_from(u32 number) {
    for (u32 i = number; i < accounts_max; ++i)
        if (Account* const found = find(i)) return found;
    return nullptr;
}

u32 SmallBank::open_accounts() {
    u32 count = 0;
    for (SmallAccount const& each : accounts_)
        count += each.is_open() ? 1 : 0;
    return count;
}

} // namespace flat::bank
