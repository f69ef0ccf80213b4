// SPDX-License-Identifier: BSD-2-Clause
// The results of one pure method that were asked for last.
#pragma once

#include <core/guarded.hpp>
#include <core/maybe.hpp>
#include <core/result.hpp>
#include <core/utility.hpp>

namespace flat::bindings::caching {

/// What a method returns when it has succeeded, and whether it has.
template<class Returned>
struct Outcome {
    using Value = Returned;
    static constexpr bool is_ok(Returned const&) { return true; }
    static constexpr Value const& value(Returned const& returned) { return returned; }
};
template<class Returned, class Error>
struct Outcome<Result<Returned, Error>> {
    using Value = Returned;
    static constexpr bool is_ok(Result<Returned, Error> const& outcome) { return outcome.is_ok(); }
    static constexpr Value value(Result<Returned, Error> const& outcome) { return outcome.value(); }
};

/// At most `count` results of a method that returns `Returned`, each with the arguments of which it
/// is the result. A failure is not kept: the next call may succeed. Any number of threads and
/// handlers use it at once.
template<class Arguments, class Returned, u32 count>
class Results : NonCopyable {
public:
    /// The result for these arguments: the one that is known, or what `call` returns, which runs
    /// without the lock and may block.
    template<class Call>
    Returned get(Arguments const& arguments, Call const& call) {
        if (Maybe<Value> const known = find(arguments)) return *known;
        Returned const returned = call();
        if (Outcome<Returned>::is_ok(returned)) keep(arguments, Outcome<Returned>::value(returned));
        return returned;
    }

private:
    using Value = typename Outcome<Returned>::Value;

    struct Known {
        Arguments arguments;
        Value value;
    };
    struct State {
        Known known[count];
        u32 size = 0;
        u32 oldest = 0;
    };

    Maybe<Value> find(Arguments const& arguments) {
        auto const state = state_.lock();
        for (u32 i = 0; i < state->size; ++i)
            if (state->known[i].arguments == arguments) return state->known[i].value;
        return nothing;
    }

    /// Two threads that asked at the same time may both keep the same: it costs a place, no more.
    void keep(Arguments const& arguments, Value const& value) {
        auto const state = state_.lock();
        u32 const place = state->size < count ? state->size++ : state->oldest;
        if (state->size == count) state->oldest = (place + 1) % count;
        state->known[place] = {arguments, value};
    }

    Guarded<State> state_;
};

} // namespace flat::bindings::caching
