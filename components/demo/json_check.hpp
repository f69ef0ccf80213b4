// SPDX-License-Identifier: BSD-2-Clause
// Takes a text in JSON apart and says what is in it.
#pragma once

#include <core/text.hpp>
#include <demo/json_check.flat.hpp>

namespace flat::demo {

/// What it says depends on nothing.
class JsonCheck : public JsonCheckComponent {
public:
    using JsonCheckComponent::JsonCheckComponent;

    void run() override;

private:
    void tokens(Text text);
    void error(Text text);
};

} // namespace flat::demo
