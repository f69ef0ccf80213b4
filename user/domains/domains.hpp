// SPDX-License-Identifier: BSD-2-Clause
// The domains of the assembly: which there are, who has made them, and what is granted to each.
#pragma once

#include "domain.hpp"
#include "frames.hpp"
#include "grants.hpp"

#include <core/span.hpp>
#include <core/utility.hpp>
#include <l4/abi/domains.hpp>

namespace domains {

/// All domains by their slots. What a domain has made goes with it. Each image has a slot, and
/// those of which several are made have as many as their grants say together.
class Domains : flat::NonCopyable {
public:
    constexpr Domains(Frames::Get get, Frames::Revoke revoke) : frames_(get, revoke) {}

    /// Makes and starts those of an assembly that no other domain makes.
    void start(l4::DomainImages const& assembly);

    bool is_anyone_busy() const;
    /// The first status that is not 0, of those that no other domain has made.
    l4::Word status() const { return first_status_; }

    /// The domain of a thread; null if it is none.
    Domain* of(l4::ThreadId thread);
    Grants grants_of(Domain const& domain) const { return {*assembly_, domain.place()}; }
    Frames& frames() { return frames_; }

    /// Ends a domain, and what it has made; whoever waits for that gets its answer.
    void end(Domain& domain, l4::Word status);
    /// Its entry has returned, and it is there for others.
    void serve(Domain& domain);

    /// Whether another one gets the interrupts of a line.
    bool has_line_elsewhere(Domain const& domain, l4::Word line) const;

    /// Makes one of this name for another one; returns its slot.
    flat::Result<l4::Word, l4::NotMade> create(Domain& maker, char const* name);
    /// What a domain has made, by its slot; null if it has not.
    Domain* made_by(Domain const& maker, l4::Word slot);
    /// The thread that is called at a place, or the next one there; nil at none.
    l4::ThreadId called_at(l4::Word place) const;
    /// Ends it, if it has not, and forgets it.
    void release(Domain& domain);

private:
    void check_makings();
    void add_slot(l4::Word place, l4::Word number);
    l4::Word made_at_once(l4::Word place) const;
    l4::DomainMaking const* making_of(l4::Word maker, char const* made) const;
    bool is_exhausted(l4::DomainMaking const& making) const;
    Domain* free_slot(l4::Word place);
    void tell_maker(Domain& domain);

    flat::Span<Domain> all() { return flat::Span<Domain>(all_, count_); }
    flat::Span<Domain const> all() const { return flat::Span<Domain const>(all_, count_); }
    flat::Span<l4::DomainMaking const> makings() const {
        return flat::Span<l4::DomainMaking const>(assembly_->makings(), assembly_->making_count);
    }

    l4::DomainImages const* assembly_ = nullptr;
    Frames frames_;
    Domain all_[l4::domain_slots_max];
    l4::Word count_ = 0;
    l4::Word has_no_slot_ = 0; ///< so many more are granted than there are slots
    l4::Word made_ = 0;        ///< so many have been made
    l4::Word first_status_ = 0;
};

} // namespace domains
