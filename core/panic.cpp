// SPDX-License-Identifier: BSD-2-Clause
// The end of a kernel that cannot go on.
#include <core/panic.hpp>

#include <arch/backtrace.hpp>
#include <arch/interrupts.hpp>
#include <arch/register_frame.hpp>
#include <core/assert.hpp>
#include <core/atomic.hpp>
#include <core/symbols.hpp>
#include <platform/emergency.hpp>

namespace flat {

namespace {

/// Whether a panic is under way: a failure on the way down must not start over.
constinit Atomic<bool> panicking = false;

/// Writes to where text arrives whatever the state of the kernel.
class EmergencySink final : public TextSink {
public:
    void put(Text text) override { platform::emergency_write(text.characters()); }
};

void put_backtrace(TextSink& sink, Span<vaddr const> addresses) {
    for (vaddr const address : addresses) {
        sink.put("    ");
        FormatArgument(address).put_to(sink, true);
        if (Maybe<Symbol> const symbol = symbol_at(address)) {
            sink.put(" ");
            format(sink, "{} +{}", symbol->name, symbol->offset_bytes);
        }
        sink.put("\n");
    }
}

} // namespace

namespace detail {

void panic(RegisterFrame const* frame, Text format, Span<FormatArgument const> arguments) {
    arch::disable_interrupts();
    EmergencySink sink;
    if (panicking.exchange(true)) {
        sink.put("panic: another panic on the way down\n");
        platform::power_off(panic_status);
    }
    sink.put("panic: ");
    detail::format(sink, format, arguments);
    sink.put("\n");
    constexpr usize deepest = 32;
    vaddr addresses[deepest];
    usize const depth = frame ? arch::backtrace(*frame, addresses) : arch::backtrace(addresses);
    put_backtrace(sink, Span<vaddr const>(addresses, depth));
    platform::power_off(panic_status);
}

} // namespace detail

void assertion_failed(char const* condition, char const* file, u32 line) {
    panic("assertion failed: {} at {}:{}", condition, file, line);
}

} // namespace flat
