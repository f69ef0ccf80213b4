// SPDX-License-Identifier: BSD-2-Clause
// Pages that the kernel holds, to access them where it sees all memory.
#include <mapping/mappings.hpp>

#include <core/top.hpp>

namespace flat::mapping {

namespace {

constexpr u8 holds_max = 0xff;

} // namespace

Result<memory::ResidentPages::Held, MappingError> Mappings::hold(memory::FilledObject& object,
                                                                 u64 page, u32 rights) {
    u32 const wanted = rights | hal::Mmu::read;
    if (wanted & ~any_access) return MappingError{MappingError::invalid};
    if (auto const frame = hold_present(object, page, wanted)) return Held{*frame, 0};
    for (Bound bound = Bound::kept;;) {
        Attempt const attempt = TRY(try_hold(object, page, wanted, bound));
        if (attempt.question == Question::none) return Held{attempt.frame, 0};
        if (attempt.question == Question::asked) return Held{0, address_of(attempt.object)};
        if (attempt.question == Question::room || attempt.question == Question::cleaning) {
            if (u64 const condition = make_way(attempt.question, bound)) return Held{0, condition};
            continue;
        }
        ask(attempt, wanted);
    }
}

/// Most holds are of pages that are in memory and granted, for which nobody need be asked.
Maybe<paddr> Mappings::hold_present(memory::FilledObject& object, u64 page, u32 access) {
    auto const known = known_.lock();
    KnownObject* const found = known->find(object);
    if (!found || found->is_closing) return nothing;
    ResidentPage* const resident = found->pages.find(page);
    if (!resident || access & (~resident->granted | resident->refused)) return nothing;
    if (resident->holds == holds_max) return nothing;
    ++resident->holds;
    if (access & hal::Mmu::write) ++resident->writers;
    if (replacement && found->is_replaceable) replacement->touch(*resident);
    return resident->frame;
}

Result<Mappings::Attempt, MappingError> Mappings::try_hold(memory::FilledObject& object, u64 page,
                                                           u32 access, Bound bound) {
    auto const known = known_.lock();
    KnownObject* const found = TRY(know(*known, object));
    auto const attempt = demand(*found, page, access, bound);
    if (attempt.is_error()) forget_if_unused(*known, *found);
    if (attempt.is_error() || attempt.value().question != Question::none) return attempt;
    ResidentPage& resident = *attempt.value().resident;
    if (resident.holds == holds_max) return MappingError{MappingError::out_of_memory};
    ++resident.holds;
    if (access & hal::Mmu::write) ++resident.writers;
    return attempt;
}

void Mappings::let_go(memory::FilledObject& object, u64 page, u32 rights) {
    auto const known = known_.lock();
    KnownObject* const found = known->find(object);
    ResidentPage* const resident = found ? found->pages.find(page) : nullptr;
    assert(resident && resident->holds > 0);
    --resident->holds;
    if (rights & hal::Mmu::write) --resident->writers;
}

} // namespace flat::mapping
