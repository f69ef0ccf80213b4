// SPDX-License-Identifier: BSD-2-Clause
// Has its port bound by name to another domain's object, and unbound again.
#include <proxies/caller.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <flat/binding/monitor.hpp>

namespace flat::proxies {

using Code = core::BindingError::Code;

namespace {

constexpr Text path = "services/tally";
constexpr Text wanted = "client.tally;counted;monitored";

/// How often a method was called without a failure.
u64 successes(binding::Monitor& monitor, Text method) {
    char name[16];
    for (u32 i = 0; i < monitor.methods(); ++i) {
        u32 const size = monitor.method_name(i, writable_bytes_of(Span<char>(name)));
        if (size > sizeof name || Text(name, size) != method) continue;
        auto const counts = monitor.counts(i);
        return counts.calls - counts.failures;
    }
    panic("{} is not counted", method);
}

} // namespace

void Caller::run() {
    if (sender) sender->run();
    u64 const number = round->pass(0);
    u8 room[64];
    auto size = mail->read(static_cast<u32>(number), 0, room);
    while (size.is_error()) // its sender has the name already, and is about to post it
        size = mail->read(static_cast<u32>(number), 0, room);
    is_unbound();
    refuses("services/nobody", wanted, Code::unbindable);
    refuses("sum", wanted, Code::wrong_type);
    refuses(path, "client.tally;fast", Code::invalid);
    refuses(path, "client.tallies", Code::invalid);
    is_unbound();
    u64 const counted = call_by_path();
    call_by_form(Span<u8 const>(room).first(size.value()));
    is_unbound();
    if (number == 0) say(*log, "bound by name: {} calls are counted", counted);
}

binding::NamedBinding& Caller::bind(Text name, Text hint) {
    auto const bound = bindings->resolve(name.bytes(), hint.bytes());
    if (bound.is_error()) panic("{} is not bound: {}", name, u32(bound.error().code));
    return *bound.value();
}

void Caller::refuses(Text name, Text hint, Code code) {
    auto const bound = bindings->resolve(name.bytes(), hint.bytes());
    if (bound.is_ok()) panic("{} is bound for {}", name, hint);
    if (bound.error().code != code) panic("{} is refused by {}", name, u32(bound.error().code));
}

u64 Caller::add(u64 amount) {
    auto const sum = tally->add(amount);
    if (sum.is_error()) panic("the binding leads to nobody");
    return sum.value();
}

void Caller::is_unbound() {
    auto const sum = tally->add(1);
    if (sum.is_ok() || sum.error().code != demo::LedgerError::Code::unreachable)
        panic("a port that is bound to nobody is answered");
}

/// What the binding has counted.
u64 Caller::call_by_path() {
    auto& bound = bind(path, wanted);
    u64 const before = add(0);
    add(5);
    if (add(7) != before + 12) panic("another sum");
    binding::Monitor* const monitor = bound.monitor();
    if (!monitor) panic("nothing is counted");
    u64 const counted = successes(*monitor, "add");
    if (counted != 3) panic("{} calls are counted", counted);
    if (bound.unbind().is_error()) panic("it is not unbound");
    is_unbound();
    bound.release();
    return counted;
}

/// Whoever releases a binding unbinds it.
void Caller::call_by_form(Span<u8 const> form) {
    auto const bound = bindings->bind(form, Text("client.tally").bytes());
    if (bound.is_error()) panic("the form is not bound: {}", u32(bound.error().code));
    if (bound.value()->monitor()) panic("counts that nobody has asked for");
    add(1);
    if (tally->hide().is_error()) panic("a tally cannot be hidden");
    bound.value()->release();
    if (bindings->bind(form, Text("client.tally").bytes()).is_ok())
        panic("a name binds that was taken away");
}

} // namespace flat::proxies
