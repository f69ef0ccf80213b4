// SPDX-License-Identifier: BSD-2-Clause
// Makes domains that end as they should not, again and again, and loses nothing by it.
#include <demo/domains_check.hpp>

#include <core/boot_module.hpp>
#include <core/panic.hpp>

namespace flat::demo {

namespace {

/// The one that never ends by itself.
constexpr Text spinning = "spins";
/// The one whose loss of frames is looked for.
constexpr Text quiet = "quiet";

} // namespace

void DomainsCheck::run() {
    end_each();
    u64 before = 0;
    // The first ones leave behind what allocators keep of a size; all further ones must not.
    for (u32 round = 0; round < rounds; ++round) {
        if (round == 2) before = frames->free_bytes();
        release_running();
    }
    if (frames->free_bytes() != before) panic("frames are lost");
    say("{} domains were made, run and released, and gave all back", 2 * rounds);
}

/// Whatever a domain does, it ends alone.
void DomainsCheck::end_each() {
    for (u32 i = 0; i < flat_domain_count; ++i) {
        Text const name = flat_domains[i].name;
        if (name == spinning || name == quiet) continue;
        say("-- {}", name);
        domain::Domain& domain = make(name);
        domain.start();
        u32 const status = domain.join();
        if (status != panic_status) panic("domain {} ended with status {}", name, status);
        domain.release();
    }
}

/// One ends by itself, the other in the middle of what it does.
void DomainsCheck::release_running() {
    domain::Domain& running = make(spinning);
    domain::Domain& ending = make(quiet);
    running.start();
    ending.start();
    (void)ending.join();
    running.release();
    ending.release();
}

domain::Domain& DomainsCheck::make(Text name) {
    auto const made = domains->create(name.bytes());
    if (made.is_error()) panic("domain {} cannot be made", name);
    return *narrow_to<domain::Domain>(*made.value());
}

template<class... Arguments>
void DomainsCheck::say(CheckedFormat<TypeIdentity<Arguments>...> text,
                       Arguments const&... arguments) {
    TextBuffer<120> line;
    format(line, text, arguments...);
    log->write(log::Log::Level::info, line.text().bytes());
}

} // namespace flat::demo
