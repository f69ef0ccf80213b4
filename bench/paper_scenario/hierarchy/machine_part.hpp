// SPDX-License-Identifier: BSD-2-Clause
// The share of the architecture: message registers, address space, stack, and how to switch.
#pragma once

#include "thread_base.hpp"

namespace scenario {

class MachinePart : public virtual ThreadBase {
public:
    MachinePart(Word page_table, Word stack_pointer)
        : page_table_(page_table), stack_pointer_(stack_pointer) {}

    void set_label(Word label) override { label_ = label; }
    Word message_word(unsigned index) const override { return message_[index]; }
    void set_message_word(unsigned index, Word value) override { message_[index] = value; }
    Word page_table() const override { return page_table_; }
    Word stack_pointer() const override { return stack_pointer_; }

    /// Leaves the processor to another thread, in its address space.
    void switch_to(Processor& processor, ThreadBase& next) {
        stack_pointer_ = processor.stack_pointer;
        if (next.page_table() != page_table()) processor.page_table = next.page_table();
        processor.stack_pointer = next.stack_pointer();
        processor.current = next.id();
    }

private:
    Word page_table_;
    Word stack_pointer_;
    Word label_ = 0;
    Word message_[message_words_max] = {};
};

} // namespace scenario
