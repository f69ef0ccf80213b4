// SPDX-License-Identifier: BSD-2-Clause
// Verification by type inference, for class files without frames: types flow along the code until
// nothing changes (JVMS 17, 4.10.2).
#pragma once

#include <java/machine/verifier/method_verifier.hpp>

namespace flat::java {

/// Frames are kept where branches arrive. A frame only becomes more general, by at most the depth
/// of the classes for each of its types, so that this ends.
class Inference final : public MethodVerifier {
public:
    using MethodVerifier::MethodVerifier;

    bool run() override;

private:
    /// How deep subroutines are within each other.
    static constexpr u32 subroutines_max = 16;
    static constexpr u32 not_returned = ~u32{0};

    /// A subroutine that runs, and the local variables that have been written since it began, a bit
    /// each (4.10.2.5). The bit after the last variable says that `this` has been initialised.
    struct Subroutine {
        u32 entry;
        u64* written;

        bool has_written(u32 local) const { return (written[local / 64] >> local % 64 & 1) != 0; }
    };
    struct Subroutines {
        Subroutine list[subroutines_max];
        u32 count;
    };

    struct State {
        u32 at;
        u32 locals_used;
        u32 depth;
        u32 subroutine_count;
        ValueType* locals;
        ValueType* stack;
        Subroutine* subroutines;
        State* next;      ///< of all that have been reached
        State* next_due;  ///< of those that have changed
        u32 returns_from; ///< of `ret`: the subroutine that it ended last
        bool is_due;
        bool is_this_uninitialized;
    };

    bool flow_to(u32 target) override;
    bool flow_to_handler(Handler const& handler) override;
    bool call_subroutine(u32 target, u32 next) override;
    bool return_from_subroutine(u32 local) override;
    void has_written(u32 local) override;

    bool begin_states();
    bool run_from(State& state);
    void load(State const& state);
    bool merge_into(u32 target, TypeFrame const& frame, Subroutines const& running);
    bool make_state(u32 target, TypeFrame const& frame, Subroutines const& running);
    bool copy_subroutines(State& state, Subroutines const& running);
    bool merge_types(State& state, TypeFrame const& frame, bool& is_changed);
    bool merge_subroutines(State& state, Subroutines const& running);
    bool return_to(State const& caller, Subroutine const& left);
    void mix_locals(State const& caller, Subroutine const& left);
    void mark_due(State& state);
    Subroutine const* find_running(u32 entry) const;

    State** states_ = nullptr; // by the instruction
    State* first_ = nullptr;
    State* due_ = nullptr;
    State* current_ = nullptr; // where this run has begun
    u32 words_ = 0;            // of the bits of all local variables and `this`
    Subroutines running_{};
    TypeFrame other_; // after a subroutine: of two frames
    Subroutines other_running_{};
};

} // namespace flat::java
