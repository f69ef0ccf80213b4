// SPDX-License-Identifier: BSD-2-Clause
// Where a thread waits until somebody says that it is the end.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <demo/threads/until_end.flat.hpp>

namespace flat::demo::threads {

/// In the kernel, and for threads of domains, which cannot wait by themselves. Without threads the
/// processor waits.
class UntilEnd : public UntilEndComponent, NonCopyable {
public:
    using UntilEndComponent::UntilEndComponent;

    void await() override;
    void end() override;

private:
    Atomic<bool> has_ended_ = false;
};

} // namespace flat::demo::threads
