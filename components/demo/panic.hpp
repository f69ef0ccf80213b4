// SPDX-License-Identifier: BSD-2-Clause
// Panics, to show what that looks like.
#pragma once

#include <demo/panic.flat.hpp>

namespace flat::demo {

/// A kernel that cannot go on: it says why and where, and the machine powers off.
class Panic : public PanicComponent {
public:
    using PanicComponent::PanicComponent;

    void run() override;

private:
    [[noreturn]] void give_up();
};

} // namespace flat::demo
