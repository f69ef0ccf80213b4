// SPDX-License-Identifier: BSD-2-Clause
// The end of a domain that cannot go on.
#include <core/panic.hpp>

#include <core/assert.hpp>
#include <core/atomic.hpp>
#include <core/image/symbols.hpp>
#include <domain/backtrace.hpp>
#include <domain/last_resort.hpp>

namespace flat {

namespace {

/// Whether a panic is under way: a failure on the way down must not start over.
constinit Atomic<bool> panicking = false;

/// Writes to where text arrives whatever state the domain is in.
class EmergencySink final : public TextSink {
public:
    void put(Text text) override { domain::emergency_write(text.characters()); }
};

/// A return address belongs to the call before it, which may end its function.
void put_backtrace(TextSink& sink, Span<vaddr const> addresses, bool begins_with_return_address) {
    for (usize i = 0; i < addresses.size(); ++i) {
        u64 const after_call = i > 0 || begins_with_return_address ? 1 : 0;
        sink.put("    ");
        FormatArgument(addresses[i]).put_to(sink, true);
        put_symbol(sink, addresses[i] - after_call, after_call);
        sink.put("\n");
    }
}

} // namespace

namespace detail {

void panic(BacktraceOf backtrace_of, void const* context, Text format,
           Span<FormatArgument const> arguments) {
    domain::stop_others();
    EmergencySink sink;
    if (panicking.exchange(true)) {
        sink.put("panic: another panic on the way down\n");
        domain::end(panic_status);
    }
    sink.put("panic: ");
    detail::format(sink, format, arguments);
    sink.put("\n");
    constexpr usize deepest = 32;
    vaddr addresses[deepest];
    // After the message, which is all there is if the stack cannot be walked.
    Span<vaddr> const room(addresses);
    usize const depth = backtrace_of ? backtrace_of(context, room) : domain::backtrace(room);
    put_backtrace(sink, Span<vaddr const>(addresses, depth), backtrace_of == nullptr);
    domain::end(panic_status);
}

} // namespace detail

void assertion_failed(char const* condition, char const* file, u32 line) {
    panic("assertion failed: {} at {}:{}", condition, file, line);
}

} // namespace flat
