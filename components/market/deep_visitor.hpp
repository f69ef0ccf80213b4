// SPDX-License-Identifier: BSD-2-Clause
// Lends a source that asks the market itself, and so on: calls within calls.
#pragma once

#include <core/utility.hpp>
#include <market/deep_visitor.flat.hpp>

namespace flat::market {

/// Goes one deeper each time, to what a kind may refuse, and then asks as simply as at first.
class DeepVisitor : public DeepVisitorComponent, NonCopyable {
public:
    using DeepVisitorComponent::DeepVisitorComponent;

    void run() override;

private:
    void ask(u32 depth);
};

} // namespace flat::market
