// SPDX-License-Identifier: BSD-2-Clause
// What page faults of shared memory cost, with both kernels in one machine.
#include <demo/sharing/fault_costs.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::demo::sharing {

/// Round by round, each after the one before.
void FaultCosts::run() {
    constexpr u32 rounds = 32;
    Case cases[] = {
        {"the partner reads what the home wrote", true, false, {}},
        {"the partner writes what both read", true, true, {}},
        {"the home reads what the partner wrote", false, false, {}},
        {"the home writes what both read", false, true, {}},
        {"the partner writes what the home wrote", true, true, {}},
        {"the home writes what the partner wrote", false, true, {}},
        {"an access that is no fault", false, false, {}},
    };
    for (u32 i = 0; i < rounds; ++i)
        for (Case& each : cases)
            make(each);
    say(*log, "{} faults here and {} there", near_words_.faults(), far_words_.faults());
    for (Case const& each : cases)
        if (each.cost.is_known())
            say(*log, "@record {}\"access\": \"{}\", \"kernel\": {}{}", "{", each.name,
                each.cost.instructions(), "}");
}

void FaultCosts::make(Case& one) {
    SharedWords& words = one.is_far ? far_words_ : near_words_;
    u64 word = written_ + 1;
    bool is_made = false;
    one.cost.count([&] {
        is_made = one.is_writing ? words.store(0, 0, word) : words.load(0, 0, word);
        return true;
    });
    if (!is_made) panic("{}: it fails", one.name);
    if (one.is_writing)
        written_ = word;
    else if (word != written_)
        panic("{}: it is not there", one.name);
    wait_for_rest();
}

void FaultCosts::wait_for_rest() {
    constexpr u64 long_enough_ns = 5'000'000;
    has_expired_.store(false);
    alarms->set(*this, long_enough_ns);
    for (;;) {
        u64 const ticket = threads->ticket();
        if (has_expired_.load()) return;
        threads->wait(address_of(this), ticket);
    }
}

/// In an interrupt.
void FaultCosts::expired() {
    has_expired_.store(true);
    threads->notify_all(address_of(this));
}

} // namespace flat::demo::sharing
