// SPDX-License-Identifier: BSD-2-Clause
// Takes pages away from a client and its server while they call, again and again.
#pragma once

#include <core/text.hpp>
#include <flat/domain/domain.hpp>
#include <partners/withdraw_check.flat.hpp>

namespace flat::partners {

/// Knows the address spaces of both, because it has them made. Panics if either cannot be released,
/// the client does not end well, or frames are lost.
class WithdrawCheck : public WithdrawCheckComponent {
public:
    using WithdrawCheckComponent::WithdrawCheckComponent;

    void run() override;
    u64 pass(u64 value) override;
    Result<memory::UserSpace*, memory::MappingError> create() override;

private:
    domain::Domain& start(Text name);
    void one_round();

    memory::UserSpace* client_ = nullptr;
    memory::UserSpace* server_ = nullptr;
};

} // namespace flat::partners
