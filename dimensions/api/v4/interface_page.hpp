// SPDX-License-Identifier: BSD-2-Clause
// The kernel interface page (L4 X.2, section 1.1).
#pragma once

#include <api/encodings.hpp>
#include <api/interface_page.flat.hpp>

namespace flat::api {

/// Owns the page's frame and states what is true of every configuration; Startup adds the rest.
class InterfacePage : public InterfacePageComponent {
public:
    InterfacePage(Ports const& ports, Attributes const& attributes);

    paddr frame() override { return frame_; }
    vaddr address() override;

private:
    paddr frame_ = 0;
};

} // namespace flat::api
