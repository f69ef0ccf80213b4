// SPDX-License-Identifier: BSD-2-Clause
// Takes all memory that it can have, and then perhaps more.
#pragma once

#include <core/utility.hpp>
#include <keeping/hog.flat.hpp>

namespace flat::keeping {

/// Ends with a status of 0 if it has got at least, and at most, so many pieces as it should.
class Hog : public HogComponent, NonCopyable {
public:
    using HogComponent::HogComponent;

    static constexpr u32 piece_bytes = 4000;

    void run() override;

private:
    u32 take_all();
};

} // namespace flat::keeping
