// SPDX-License-Identifier: BSD-2-Clause
// A limit of threads, of all domains for example.
#pragma once

#include <core/guarded.hpp>
#include <thread/quota.flat.hpp>

namespace flat::thread {

/// Counts; whoever is bound to it has as many threads as it says, together. Never blocks. Each
/// `take` that has succeeded is given back once.
class Quota : public QuotaComponent {
public:
    using QuotaComponent::QuotaComponent;

    bool take() override;
    void give_back() override;
    u32 used() override { return *used_.lock(); }

private:
    Guarded<u32> used_;
};

} // namespace flat::thread
