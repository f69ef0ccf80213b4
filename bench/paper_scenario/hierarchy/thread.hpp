// SPDX-License-Identifier: BSD-2-Clause
// A thread, composed of its parts: the class to be flattened.
#pragma once

#include "machine_part.hpp"
#include "messaging_part.hpp"
#include "scheduling_part.hpp"

namespace scenario {

class Thread : public MessagingPart, public MachinePart, public SchedulingPart {
public:
    Thread(Word id, Word page_table, Word stack_pointer, unsigned priority)
        : MessagingPart(id), MachinePart(page_table, stack_pointer),
          SchedulingPart(priority, time_slice) {}

private:
    static constexpr Word time_slice = 10;
};

} // namespace scenario
