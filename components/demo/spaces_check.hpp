// SPDX-License-Identifier: BSD-2-Clause
// Makes a thousand address spaces, shows one frame in thousands of them, and takes it away again.
#pragma once

#include <core/span.hpp>
#include <core/utility.hpp>
#include <demo/spaces_check.flat.hpp>

namespace flat::demo {

/// Says what works and what it costs, line by line; what does not panics.
class SpacesCheck : public SpacesCheckComponent, NonCopyable {
public:
    using SpacesCheckComponent::SpacesCheckComponent;

    void run() override;

private:
    using Spaces = Span<memory::UserSpace*>;

    void check_spaces();
    u64 use_spaces(Spaces made);
    void check_image();
    void measure(u32 count);
    Spaces make_spaces(u32 count);
    void release(Spaces made);
};

} // namespace flat::demo
