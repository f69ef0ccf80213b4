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

/// A return address belongs to the call before it, which may end its function.
void put_backtrace(TextSink& sink, Span<vaddr const> addresses, bool begins_with_return_address) {
    for (usize i = 0; i < addresses.size(); ++i) {
        u64 const behind_call = i > 0 || begins_with_return_address ? 1 : 0;
        sink.put("    ");
        FormatArgument(addresses[i]).put_to(sink, true);
        if (Maybe<Symbol> const symbol = symbol_at(addresses[i] - behind_call))
            format(sink, " {} +{}", symbol->name, symbol->offset_bytes + behind_call);
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
    put_backtrace(sink, Span<vaddr const>(addresses, depth), frame == nullptr);
    platform::power_off(panic_status);
}

} // namespace detail

void assertion_failed(char const* condition, char const* file, u32 line) {
    panic("assertion failed: {} at {}:{}", condition, file, line);
}

} // namespace flat
