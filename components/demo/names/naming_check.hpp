// SPDX-License-Identifier: BSD-2-Clause
// Exports, resolves, binds and trades, and has threads do so at once.
#pragma once

#include <demo/names/naming_check.flat.hpp>
#include <demo/names/naming_thread.hpp>

namespace flat::demo::names {

/// `stage` is bound by `Dynamic`, to `first` at the beginning; `binding` binds with its client's
/// end as the hint. Says what holds, line by line.
class NamingCheck : public NamingCheckComponent {
public:
    using NamingCheckComponent::NamingCheckComponent;

    void run() override;

private:
    void check_paths();
    void check_serialized_names();
    void check_removal();
    void check_trade();
    void check_binding();
    void check_threads();
    void say_whether(bool holds, Text what);
};

} // namespace flat::demo::names
