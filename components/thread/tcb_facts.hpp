// SPDX-License-Identifier: BSD-2-Clause
// What schedulers ask of threads, from the thread control block.
#pragma once

#include <thread/tcb_facts.flat.hpp>

namespace flat::thread {

/// Knows how the control block is composed in this kernel, for components that do not.
class TcbFacts : public TcbFactsComponent {
public:
    using TcbFactsComponent::TcbFactsComponent;

    bool is_runnable(Tcb& thread) override;
    u8 priority(Tcb& thread) override;
};

} // namespace flat::thread
