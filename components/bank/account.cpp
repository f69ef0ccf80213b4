// SPDX-License-Identifier: BSD-2-Clause
// An account of a small bank.
#include <bank/account.hpp>

#include <bank/small_bank.hpp>
#include <core/memory.hpp>

namespace flat::bank {

void SmallAccount::belong_to(SmallBank& bank, u32 number) {
    bank_ = &bank;
    number_ = number;
}

u64 SmallAccount::pay(u64 amount) {
    statement_.paid += amount;
    statement_.balance += amount;
    ++statement_.changes;
    return statement_.balance;
}

Result<u64, BankError> SmallAccount::withdraw(u64 amount) {
    if (amount > statement_.balance) return BankError{BankError::Code::overdrawn};
    statement_.withdrawn += amount;
    statement_.balance -= amount;
    ++statement_.changes;
    return statement_.balance;
}

void SmallAccount::label(Span<u8 const> text) {
    label_bytes_ = static_cast<u32>(min<u64>(text.size(), label_max));
    memcpy(label_, text.data(), label_bytes_);
}

u32 SmallAccount::read_label(Span<u8> text) {
    memcpy(text.data(), label_, min<u64>(text.size(), label_bytes_));
    return label_bytes_;
}

Bank& SmallAccount::bank() {
    return *bank_;
}

Account* SmallAccount::next() {
    return bank_->find_from(number_ + 1);
}

void SmallAccount::release() {
    if (--holders_ != 0) return;
    statement_ = {};
    label_bytes_ = 0;
}

void* SmallAccount::narrow(InterfaceId id) {
    if (id == Account::interface_id) return static_cast<Account*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::bank
