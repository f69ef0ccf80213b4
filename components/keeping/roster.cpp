// SPDX-License-Identifier: BSD-2-Clause
// Keeps who has enrolled, and calls them by what they have passed.
#include <keeping/roster.hpp>

namespace flat::keeping {

using demo::LedgerError;

Result<u32, LedgerError> Roster::enroll(demo::Tally& member) {
    if (count_ == members_max) {
        member.release();
        return LedgerError{LedgerError::limit};
    }
    members_[count_++] = &member;
    return count_;
}

Result<u64, LedgerError> Roster::ask(u32 number, u64 amount) {
    demo::Tally* const asked = member(number);
    if (!asked) return LedgerError{LedgerError::limit};
    return asked->add(amount);
}

Result<void, LedgerError> Roster::hide(u32 number) {
    demo::Tally* const hidden = member(number);
    if (!hidden) return LedgerError{LedgerError::limit};
    return hidden->hide();
}

Result<void, LedgerError> Roster::clear() {
    for (u32 number = 1; number <= count_; ++number)
        member(number)->release();
    count_ = 0;
    return {};
}

demo::Tally* Roster::member(u32 number) const {
    return number - 1 < count_ ? members_[number - 1] : nullptr;
}

} // namespace flat::keeping
