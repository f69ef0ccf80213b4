// SPDX-License-Identifier: BSD-2-Clause
// The domains of the assembly: which there are, who has made them, and what is granted to each.
#include "domains.hpp"

#include <core/text.hpp>
#include <l4/ipc.hpp>
#include <l4/print.hpp>
#include <l4/utcb.hpp>

namespace domains {

using flat::Text;
using l4::NotMade;
using l4::print;
using l4::Word;

namespace {

constexpr Word failed = 101; // as after a panic

} // namespace

void Domains::start(l4::DomainImages const& assembly) {
    assembly_ = &assembly;
    check_makings();
    for (Word place = 1; place <= assembly.count; ++place)
        add_slot(place, 1);
    for (Word place = 1; place <= assembly.count; ++place)
        for (Word number = 2; number <= made_at_once(place); ++number)
            add_slot(place, number);
    if (has_no_slot_ > 0) {
        print("error: {} more domains at a time are granted than can be\n", has_no_slot_);
        first_status_ = failed;
    }
    for (Domain& domain : all().first(assembly.count)) {
        if (made_at_once(domain.place()) > 0) continue;
        l4::DomainImage const& image = assembly.images()[domain.place() - 1];
        if (domain.make(image, ++made_, nullptr, image.pages_max) && domain.start()) continue;
        print("error: domain {} cannot start\n", image.name);
        first_status_ = failed;
    }
}

/// Of two grants for one maker and image, only the first would ever be used.
void Domains::check_makings() {
    for (l4::DomainMaking const& each : makings()) {
        char const* const made = assembly_->images()[each.made - 1].name;
        if (making_of(each.maker, made) == &each) continue;
        print("error: domain {} is granted twice to make {}: say it in one grant\n",
              assembly_->images()[each.maker - 1].name, made);
        first_status_ = failed;
    }
}

void Domains::add_slot(Word place, Word number) {
    if (count_ == l4::domain_slots_max) {
        ++has_no_slot_;
        return;
    }
    Domain& domain = all_[count_++];
    domain.assign(count_, place, number);
}

bool Domains::is_anyone_busy() const {
    for (Domain const& each : all())
        if (each.state() == Domain::State::running) return true;
    return false;
}

Domain* Domains::of(l4::ThreadId thread) {
    Word const slot = l4::DomainThread::slot(l4::my_id().number(), thread);
    if (slot == 0 || slot > count_) return nullptr;
    Domain& domain = all_[slot - 1];
    return domain.has(thread) ? &domain : nullptr;
}

void Domains::end(Domain& domain, Word status) {
    if (status != 0) print("warning: domain {} ends with status {}\n", domain.name(), status);
    if (first_status_ == 0 && !domain.maker()) first_status_ = status;
    domain.end(status, frames_);
    for (Domain& each : all())
        if (made_by(domain, each.slot())) release(each);
    tell_maker(domain);
    if (!domain.maker()) domain.forget();
}

void Domains::serve(Domain& domain) {
    domain.serve();
    tell_maker(domain);
}

/// A maker that does not wait gets no answer, and is not waited for.
void Domains::tell_maker(Domain& domain) {
    if (domain.awaited() == Domain::Awaited::nothing || !domain.has_come(domain.awaited())) return;
    domain.await(Domain::Awaited::nothing);
    l4::write_message(0, domain.status());
    static_cast<void>(l4::send(domain.maker()->id(), l4::Time::zero()).is_ok());
}

flat::Result<Word, NotMade> Domains::create(Domain& maker, char const* name) {
    l4::DomainMaking const* const making = making_of(maker.place(), name);
    if (!making) return NotMade::unknown;
    Domain* const domain = is_exhausted(*making) ? nullptr : free_slot(making->made);
    l4::DomainImage const& image = assembly_->images()[making->made - 1];
    Word const pages_max = making->pages < image.pages_max ? making->pages : image.pages_max;
    if (!domain || !domain->make(image, made_ + 1, &maker, pages_max)) return NotMade::exhausted;
    ++made_;
    return domain->slot();
}

l4::DomainMaking const* Domains::making_of(Word maker, char const* made) const {
    for (l4::DomainMaking const& each : makings())
        if (each.maker == maker && Text(assembly_->images()[each.made - 1].name) == Text(made))
            return &each;
    return nullptr;
}

/// Those that have ended count until they are released.
bool Domains::is_exhausted(l4::DomainMaking const& making) const {
    Word made = 0;
    for (Domain const& each : all())
        if (each.place() == making.made && each.state() != Domain::State::absent &&
            each.maker()->place() == making.maker)
            ++made;
    return made >= making.at_once;
}

Domain* Domains::free_slot(Word place) {
    for (Domain& each : all())
        if (each.place() == place && each.is_free()) return &each;
    return nullptr;
}

bool Domains::has_line_elsewhere(Domain const& domain, Word line) const {
    for (Domain const& each : all())
        if (&each != &domain && each.has_line(line)) return true;
    return false;
}

Domain* Domains::made_by(Domain const& maker, Word slot) {
    if (slot == 0 || slot > count_) return nullptr;
    Domain& domain = all_[slot - 1];
    return domain.state() != Domain::State::absent && domain.maker() == &maker ? &domain : nullptr;
}

l4::ThreadId Domains::called_at(Word place) const {
    Domain const* first = nullptr;
    Domain const* next = nullptr;
    for (Domain const& each : all()) {
        if (each.place() != place) continue;
        if (each.has_thread() && (!first || each.order() < first->order())) first = &each;
        if (!next || (each.is_free() && !next->is_free())) next = &each;
    }
    if (!first) first = next;
    return first ? first->id() : l4::ThreadId::nil();
}

void Domains::release(Domain& domain) {
    if (domain.has_thread()) {
        domain.await(Domain::Awaited::nothing);
        end(domain, 0);
    }
    domain.forget();
}

/// How many all grants together allow; 0 of a domain that is started with the assembly.
Word Domains::made_at_once(Word place) const {
    Word sum = 0;
    for (l4::DomainMaking const& each : makings())
        if (each.made == place) sum += each.at_once;
    return sum;
}

} // namespace domains
