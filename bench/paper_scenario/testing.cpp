// SPDX-License-Identifier: BSD-2-Clause
// An image for testing: the messaging part among fakes of the others, so that each function of the
// common base has two implementations in one program.
#include <messaging_part.hpp>
#include <scheduling_part.hpp>

#include "self_check.hpp"

#include <cstdlib>

namespace scenario {
namespace {

/// Stands for the machine and the scheduler: remembers what was asked of it.
class FakeRest : public virtual ThreadBase {
public:
    void set_label(Word label) override { label_ = label; }
    Word message_word(unsigned index) const override { return 10 * index; }
    void set_message_word(unsigned index, Word value) override { sum_ += index + value; }
    Word page_table() const override { return 0; }
    Word stack_pointer() const override { return 0; }
    unsigned priority() const override { return 1; }
    void add_ticks(Word ticks) override { sum_ += ticks; }
    void join(WaitingList&) override { ++joined_; }
    void leave(WaitingList&) override { --joined_; }

    Word label() const { return label_; }
    Word sum() const { return sum_; }
    int joined() const { return joined_; }

private:
    Word label_ = 0;
    Word sum_ = 0;
    int joined_ = 0;
};

/// Stands for the messaging part of a partner.
class FakeMessaging : public virtual ThreadBase {
public:
    Word id() const override { return 7; }
    void set_state(State) override {}
    bool accepts(Word) const override { return true; }
};

class Subject final : public MessagingPart, public FakeRest {
public:
    Subject() : MessagingPart(5) {}
};

class Partner final : public FakeMessaging, public FakeRest {};

void require(bool condition) {
    if (!condition) std::abort();
}

} // namespace

void self_check() {
    Subject subject;
    Partner partner;
    WaitingList list;
    subject.deliver(partner, Tag{3, 2});
    require(partner.label() == 3 && partner.sum() == 0 + 0 + 1 + 10);
    require(!subject.accepts(partner.id()));
    subject.wait_for(partner.id(), list);
    require(subject.joined() == 1 && subject.accepts(partner.id()) && !subject.accepts(8));
    subject.stop_waiting(list);
    require(subject.joined() == 0 && !subject.accepts(partner.id()));
}

} // namespace scenario
