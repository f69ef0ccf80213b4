// SPDX-License-Identifier: BSD-2-Clause
// Makes tasks that end as they should not, again and again, and loses nothing by it.
#pragma once

#include <core/text.hpp>
#include <flat/domain/domain.hpp>
#include <keeping/stray_check.flat.hpp>

namespace flat::keeping {

/// The tasks are called `null`, `deep`, `spins` and `quiet`, by what they do. Panics when one
/// survives what it must not, or leaves pages behind.
class StrayCheck : public StrayCheckComponent {
public:
    using StrayCheckComponent::StrayCheckComponent;

    void run() override;

private:
    domain::Domain& start(Text name);
    void end_each();
    void refuse(Text name);
    void run_beside();
    void run_before();
    void run_quiet();
};

} // namespace flat::keeping
