// SPDX-License-Identifier: BSD-2-Clause
// The sum of a client that is bound to nobody.
#pragma once

#include <proxies/nobody.flat.hpp>

namespace flat::proxies {

/// What a client gets before it has bound by name, and after that.
class Nobody : public NobodyComponent {
public:
    using NobodyComponent::NobodyComponent;

    Result<u64, demo::LedgerError> add(u64) override { return unreachable; }
    Result<void, demo::LedgerError> hide() override { return unreachable; }
    void release() override {}

private:
    static constexpr demo::LedgerError unreachable{demo::LedgerError::Code::unreachable};
};

} // namespace flat::proxies
