// SPDX-License-Identifier: BSD-2-Clause
// The domains of the assembly: which there are, who has made them, and what is granted to each.
#include "domains.hpp"

#include <core/text.hpp>
#include <l4/ipc.hpp>
#include <l4/print.hpp>

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
    count_ = assembly.count;
    for (Word index = 0; index < count_; ++index) {
        Domain& domain = all_[index];
        domain.place_at(index + 1);
        if (is_made(index + 1)) continue;
        if (domain.make(assembly.images()[index], nullptr) && domain.start()) continue;
        print("error: domain {} cannot start\n", assembly.images()[index].name);
        first_status_ = failed;
    }
}

bool Domains::is_anyone_busy() const {
    for (Word index = 0; index < count_; ++index)
        if (all_[index].state() == Domain::State::running) return true;
    return false;
}

Domain* Domains::of(l4::ThreadId thread) {
    for (Word index = 0; index < count_; ++index)
        if (all_[index].has_thread() && all_[index].id() == thread) return &all_[index];
    return nullptr;
}

void Domains::end(Domain& domain, Word status) {
    if (status != 0) print("warning: domain {} ends with status {}\n", domain.name(), status);
    if (first_status_ == 0 && !domain.maker()) first_status_ = status;
    domain.end(status, frames_);
    for (Word index = 0; index < count_; ++index)
        if (made_by(domain, index + 1)) release(all_[index]);
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
    for (Word index = 0; index < count_; ++index) {
        l4::DomainImage const& image = assembly_->images()[index];
        if (Text(image.name) != Text(name) || !is_made_by(index + 1, maker.place())) continue;
        Domain& domain = all_[index];
        if (domain.state() != Domain::State::absent || !domain.make(image, &maker))
            return NotMade::exhausted;
        return index + 1;
    }
    return NotMade::unknown;
}

Domain* Domains::made_by(Domain const& maker, Word place) {
    if (place == 0 || place > count_) return nullptr;
    Domain& domain = all_[place - 1];
    return domain.state() != Domain::State::absent && domain.maker() == &maker ? &domain : nullptr;
}

l4::ThreadId Domains::thread_at(Word place) const {
    return place == 0 || place > count_ ? l4::ThreadId::nil() : all_[place - 1].id();
}

void Domains::release(Domain& domain) {
    if (domain.has_thread()) {
        domain.await(Domain::Awaited::nothing);
        end(domain, 0);
    }
    domain.forget();
}

bool Domains::is_made_by(Word made, Word maker) const {
    for (Word index = 0; index < assembly_->making_count; ++index)
        if (assembly_->makings()[index].made == made && assembly_->makings()[index].maker == maker)
            return true;
    return false;
}

bool Domains::is_made(Word place) const {
    for (Word maker = 1; maker <= count_; ++maker)
        if (is_made_by(place, maker)) return true;
    return false;
}

} // namespace domains
