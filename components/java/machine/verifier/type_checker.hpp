// SPDX-License-Identifier: BSD-2-Clause
// Verification by type checking: frames of the class file say which types there are where branches
// arrive (JVMS 17, 4.10.1).
#pragma once

#include <java/machine/verifier/frame_list.hpp>
#include <java/machine/verifier/method_verifier.hpp>

namespace flat::java {

/// Looks at each instruction once.
class TypeChecker final : public MethodVerifier {
public:
    using MethodVerifier::MethodVerifier;

    bool run() override;

private:
    bool flow_to(u32 target) override;
    bool flow_to_handler(Handler const& handler) override;
    bool call_subroutine(u32, u32) override { return fail("Bad instruction"); }
    bool return_from_subroutine(u32) override { return fail("Bad instruction"); }
    void has_written(u32) override {}

    bool read_frames();
    bool take(StoredFrame const& frame);
    bool has_locals_of(StoredFrame const& frame, Text what);
    bool has_types(TypeNode const* wanted, Span<ValueType> found, Text place, Text what);
    bool fits(StoredFrame const& frame, Text what);

    FrameList frames_;
};

} // namespace flat::java
