// SPDX-License-Identifier: BSD-2-Clause
// Takes a stage from a boot module into its domain, exchanges the one before, and gives it back.
#include <extensible/stage_exchange.hpp>

#include <core/format.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <extensible/object_file.hpp>
#include <flat/binding/control.hpp>
#include <flat/core/name.hpp>
#include <flat/memory/code_region.hpp>
#include <flat/service/offer.hpp>

namespace flat::extensible {

using demo::Stage;
using memory::MappingError;
using service::LoadedComponent;

namespace {

constexpr u32 loads = 100;
constexpr u64 more_than_there_is = 4096;

Span<u8 const> scaled_file() {
    return module_file("scaled");
}

/// The first word at a place, which is where a table of functions lies or a function.
vaddr word_at(vaddr place) {
    return *pointer_to<vaddr>(place);
}

} // namespace

void StageExchange::run() {
    auto const chosen = static_cast<DomainWay>(way->pass(0));
    bool const has_others = chosen == DomainWay::whole;
    bool const is_shown = has_others || chosen == DomainWay::alone;
    if (is_shown) refuse("whose server nobody offers", scaled_file(), {});
    if (has_others) load_from_afar();
    offer(*sum, Stage::interface_id);
    if (is_shown) return show_all(has_others);
    switch (chosen) {
    case DomainWay::leaves:
        return leave();
    case DomainWay::hoards:
        return hoard();
    default:
        misuse(chosen);
    }
}

void StageExchange::show_all(bool has_others) {
    exchange();
    auto const name = names->export_(*sum, Text("sum:flat.demo.Stage@1").bytes());
    if (name.is_error()) panic("the name is not taken");
    name.value()->release();
    bind_by_name("sum");
    if (has_others) bind_by_name("far");
    come_and_go();
    refuse_what_does_not_fit();
    seal_badly();
}

/// Offers to whoever is loaded what this domain is bound to, wherever that is.
void StageExchange::offer(Top& target, InterfaceId type) {
    if (trader->export_(target, type.value, {}).is_error()) panic("the trader takes no offer");
}

LoadedComponent& StageExchange::load(Text by_name) {
    auto const loaded = loader->load(scaled_file(), by_name.bytes());
    if (loaded.is_error()) panic("the stage cannot be loaded");
    return *loaded.value();
}

/// What it provides, held once more.
Stage& StageExchange::bind(LoadedComponent& loaded) {
    auto const bound = loaded.bind(Stage::interface_id.value);
    if (bound.is_error()) panic("what is loaded is no stage");
    return *narrow_to<Stage>(*bound.value());
}

binding::Slot& StageExchange::slot() {
    binding::Control* const control =
        controls->find(Text("exchange.stage").bytes(), Text("dynamic").bytes());
    if (!control) panic("exchange.stage is no dynamic binding");
    return *narrow_to<binding::Slot>(*control);
}

void StageExchange::exchange() {
    say(*log, "the domain's own stage: {}", stage->pass(1));
    LoadedComponent& loaded = load();
    u8 name[32];
    u32 const length = loaded.name(name);
    say(*log, "loaded: {}", Text::from_bytes(Span<u8 const>(name).first(length)));
    auto const before = slot().exchange(bind(loaded));
    if (before.is_error()) panic("the stage cannot be exchanged");
    u64 const first = stage->pass(1);
    say(*log, "extensible.Scaled in its place: {} and {}", first, stage->pass(2));
    if (slot().exchange(*before.value()).is_error()) panic("the stage cannot be put back");
    if (slot().inside().value() != 0) panic("somebody is in a stage that nobody calls");
    loaded.release();
    loaded.release();
    say(*log, "the domain's own stage again: {}", stage->pass(2));
}

/// To an offer of the kernel's, which is held from loading to unloading, and then no more.
void StageExchange::load_from_afar() {
    way->pass(asked::offer);
    LoadedComponent& first = load();
    u64 const sum_before = bind(first).pass(1);
    first.release();
    first.release();
    u64 const left = way->pass(asked::withdraw);
    way->pass(asked::offer);
    LoadedComponent& second = load();
    u64 const held = way->pass(asked::withdraw);
    u64 const more = bind(second).pass(1) - sum_before;
    say(*log, "bound to an offer of another domain: {} and {} more", sum_before, more);
    say(*log, "it was held by {}, and by {} without what was loaded", held, left);
    second.release();
    second.release();
    refuse("whose server is withdrawn", scaled_file(), {});
}

/// Of what this domain has, or another one.
void StageExchange::bind_by_name(Text name) {
    TextBuffer<16> by_name;
    format(by_name, "next={}", name);
    LoadedComponent& loaded = load(by_name.text());
    say(*log, "bound by the name {}: {}", name, bind(loaded).pass(1));
    loaded.release();
    loaded.release();
}

void StageExchange::come_and_go() {
    for (u32 i = 0; i < loads; ++i)
        load().release();
    say(*log, "loaded and unloaded {} times", loads);
    offer(*log, log::Log::interface_id);
    load().release(); // says that it goes
}

/// What is damaged, or was made for others, is refused before any of its code runs.
void StageExchange::refuse_what_does_not_fit() {
    refuse("of 100 bytes", scaled_file().first(100), {});
    refuse("that names nothing", scaled_file(), "next=nothing");
    refuse("that names another type", scaled_file(), "log=sum");
    u64 const kit[] = {flat_kit_digest};
    u64 const of_a_domain[] = {flat_kit_digest, 0};
    u64 const of_the_kernel[] = {flat_kit_digest, 1};
    u64 const digest[] = {digest_of("flat.demo.Stage@1")};
    u64 const other[] = {1};
    refuse_changed("of another kit", bytes_of(Span<u64 const>(kit)), bytes_of(Span(other)));
    refuse_changed("of the kernel", bytes_of(Span(of_a_domain)), bytes_of(Span(of_the_kernel)));
    refuse_changed("of other methods", bytes_of(Span<u64 const>(digest)), bytes_of(Span(other)));
    refuse_changed("of another version", Text("demo.Stage@1").bytes(),
                   Text("demo.Stage@2").bytes());
    refuse_changed("of an unknown type", Text("demo.Stage@1").bytes(),
                   Text("demo.Stake@1").bytes());
}

void StageExchange::refuse_changed(Text what, Span<u8 const> from, Span<u8 const> to) {
    ChangedFile const changed(*objects, scaled_file(), from, to);
    refuse(what, changed.bytes(), {});
}

void StageExchange::refuse(Text what, Span<u8 const> file, Text by_name) {
    bool const is_loaded = loader->load(file, by_name.bytes()).is_ok();
    say(*log, "a file {}: {}", what, is_loaded ? "loaded" : "refused");
}

/// What is sealed stays as it is, and there is nothing beyond a region's end.
void StageExchange::seal_badly() {
    auto const taken = memory->take(3);
    if (taken.is_error()) panic("there is no memory for three pages");
    memory::CodeRegion& region = *taken.value();
    auto const seal = [&](u64 first, u64 pages, bool is_executable) {
        auto const done = region.seal(first, pages, is_executable);
        return done.is_ok() ? u32{99} : static_cast<u32>(done.error().code);
    };
    if (seal(1, 1, true) != 99) panic("a page cannot be sealed");
    bool const is_kept = seal(1, 1, false) == u32(MappingError::Code::forbidden) &&
                         seal(0, 3, true) == u32(MappingError::Code::forbidden);
    bool const is_bounded = seal(2, 2, true) == u32(MappingError::Code::invalid) &&
                            seal(~u64{0}, 2, true) == u32(MappingError::Code::invalid) &&
                            seal(0, 0, true) == u32(MappingError::Code::invalid);
    if (!is_kept || !is_bounded) panic("pages are sealed that must not be");
    region.release();
    bool const is_limited = memory->take(more_than_there_is).is_error() &&
                            memory->take(~u64{0}).is_error() && memory->take(0).is_error();
    if (!is_limited) panic("more pages are taken than there are");
    say(*log, "what is sealed stays sealed, and memory has its limit");
}

/// As many as there is memory for, then one that is given back, and one more.
void StageExchange::hoard() {
    LoadedComponent* last = nullptr;
    u32 count = 0;
    for (;;) {
        auto const loaded = loader->load(scaled_file(), {});
        if (loaded.is_error()) break;
        last = loaded.value();
        ++count;
    }
    if (!last || count < 2) panic("there is memory for {} only", count);
    last->release();
    load();
}

/// All of it is the domain's, and goes with it.
void StageExchange::leave() {
    bind(load());
    load();
    if (memory->take(5).is_error()) panic("there is no memory for five pages");
}

/// Must not survive: a page can be written or executed.
void StageExchange::misuse(DomainWay chosen) {
    vaddr const object = address_of(&bind(load()));
    vaddr const table = word_at(object);
    if (chosen == DomainWay::writes_code)
        *pointer_to<u64 volatile>(word_at(table)) = 0;
    else if (chosen == DomainWay::writes_table)
        *pointer_to<vaddr volatile>(table) = 0;
    else if (chosen == DomainWay::runs_object)
        reinterpret_cast<void (*)()>(object)();
    else
        reinterpret_cast<void (*)()>(memory->take(1).value()->base())();
    panic("way {} has not ended this domain", static_cast<u64>(chosen));
}

} // namespace flat::extensible
