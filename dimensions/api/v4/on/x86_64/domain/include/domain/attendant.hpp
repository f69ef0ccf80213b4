// SPDX-License-Identifier: BSD-2-Clause
// A second thread of a domain, which answers calls of its objects whatever the first one does.
#pragma once

#include <core/image/boot_module.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::domain {

/// From now on the attendant, which is made if it is not there, answers what domains of the image
/// at `place` call of objects, each of which waits so long at least; 0: for ever. False if there
/// can be none.
bool attend_to(u64 place, u64 limit_ms);

/// Whether it answers those.
bool is_attended(u64 place);

/// Whether it is the attendant that asks.
bool is_attendant();

/// Until this ends, the attendant answers nothing of the domain in a slot, and is in no call of it.
class Unattended : NonCopyable {
public:
    explicit Unattended(u64 slot);
    ~Unattended();

private:
    u64 slot_;
};

} // namespace flat::domain
