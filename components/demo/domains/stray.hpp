// SPDX-License-Identifier: BSD-2-Clause
// Does what a domain cannot do, and must not survive.
#pragma once

#include <demo/domains/stray.flat.hpp>

namespace flat::demo::domains {

/// Ends its domain in one of many ways (`demo::domains::Way`). Which one, it asks.
class Stray : public StrayComponent {
public:
    using StrayComponent::StrayComponent;

    void run() override;

private:
    void write_from(vaddr address, usize bytes);
    [[gnu::noinline]] u64 overflow_stack(u64 depth);
};

} // namespace flat::demo::domains
