// SPDX-License-Identifier: BSD-2-Clause
// Makes the domain with the books when it is asked to, and ends it.
#pragma once

#include <core/utility.hpp>
#include <flat/domain/domain.hpp>
#include <keeping/keeper.flat.hpp>

namespace flat::keeping {

/// Is asked by others, among them those that it ends.
class Keeper : public KeeperComponent, NonCopyable {
public:
    using KeeperComponent::KeeperComponent;

    Result<bool, demo::LedgerError> begin() override;
    Result<void, demo::LedgerError> end() override;
    Result<u32, demo::LedgerError> visit() override;

private:
    domain::Domain* books_ = nullptr;
};

} // namespace flat::keeping
