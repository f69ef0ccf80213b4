// SPDX-License-Identifier: BSD-2-Clause
// Takes a serialized name and gives it back, and then everything that is almost one.
#pragma once

#include <demo/names/desk_check.flat.hpp>

namespace flat::demo::names {

/// Says what the desk makes of them. It may live in another domain than the desk.
class DeskCheck : public DeskCheckComponent {
public:
    using DeskCheckComponent::DeskCheckComponent;

    void run() override;

private:
    u32 count_refused(Span<u8> form);
};

} // namespace flat::demo::names
