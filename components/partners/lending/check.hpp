// SPDX-License-Identifier: BSD-2-Clause
// Has domains lend each other pages, again and again, and loses nothing by it.
#pragma once

#include <core/text.hpp>
#include <flat/domain/domain.hpp>
#include <partners/lending/check.flat.hpp>

namespace flat::partners::lending {

/// Makes both domains anew for each deed. Panics if a client does not survive or a frame is lost.
class Check : public CheckComponent {
public:
    using CheckComponent::CheckComponent;

    void run() override;
    u64 pass(u64) override { return deed_; }

private:
    domain::Domain& start(Text name);
    void try_deed();

    u64 deed_ = 0;
};

} // namespace flat::partners::lending
