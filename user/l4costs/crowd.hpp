// SPDX-License-Identifier: BSD-2-Clause
// Very many threads in the address space of a partner.
#pragma once

#include "partner.hpp"

namespace l4costs {

/// They run until the object ends. The root task is their pager.
class Crowd {
public:
    /// What the threads do, each by its number in the crowd.
    enum class Habit {
        chain, ///< send to the one before, the first to the root task; then receive from the next
        admirers, ///< send to the first or wait for it, which does nothing
        sleepers, ///< end a time-out together, and again
    };

    Crowd(Partner const& home, Habit habit);
    ~Crowd();
    Crowd(Crowd const&) = delete;
    Crowd& operator=(Crowd const&) = delete;

    l4::ThreadId first() const;

    /// Deletes the first of them.
    bool delete_first();

private:
    unsigned alive_from_ = 0;
};

} // namespace l4costs
