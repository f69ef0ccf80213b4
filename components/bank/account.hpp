// SPDX-License-Identifier: BSD-2-Clause
// An account of a small bank.
#pragma once

#include <core/utility.hpp>
#include <flat/bank/account.hpp>

namespace flat::bank {

class SmallBank;

/// Open while it has holders.
class SmallAccount : public Account, NonCopyable {
public:
    /// Tells it where it belongs.
    void belong_to(SmallBank& bank, u32 number);

    bool is_open() const { return holders_ != 0; }
    /// Opens it, or adds a holder.
    void hold() { ++holders_; }

    u32 number() override { return number_; }
    u64 pay(u64 amount) override;
    Result<u64, BankError> withdraw(u64 amount) override;
    Statement statement() override { return statement_; }
    void label(Span<u8 const> text) override;
    u32 read_label(Span<u8> text) override;
    Bank& bank() override;
    Account* next() override;
    void release() override;
    void* narrow(InterfaceId id) override;

private:
    static constexpr u32 label_max = 20;

    SmallBank* bank_ = nullptr;
    u32 number_ = 0;
    u32 holders_ = 0;
    Statement statement_{};
    u8 label_[label_max] = {};
    u32 label_bytes_ = 0;
};

} // namespace flat::bank
