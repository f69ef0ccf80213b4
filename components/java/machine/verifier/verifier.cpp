// SPDX-License-Identifier: BSD-2-Clause
// The verifier of classes (JVMS 17, 4.10).
#include <java/machine/verifier/verifier.hpp>

#include <java/machine/verifier/inference.hpp>
#include <java/machine/verifier/type_checker.hpp>
#include <new>

namespace flat::java {

namespace {

constexpr u16 first_with_frames = 50;
constexpr u16 last_without = 50; ///< what type checking refuses there, inference may accept

} // namespace

ClassVerifier* make_verifier(MemorySource& source, Classes& classes) {
    void* const room = source.take(sizeof(Verifier));
    return room ? new (room) Verifier(source, classes) : nullptr;
}

/// A method at a time, in the same memory: the kernel's stack has little.
template<class Way>
bool Verifier::all_methods(Class& made) {
    verdict_ = {};
    for (u32 i = 0; i < made.method_count; ++i) {
        Method const& method = made.methods[i];
        if (!method.code || method.file_code.bytes.is_empty()) continue;
        scratch_.reset();
        rules_.forget_failure();
        void* const room = scratch_.make<Way>();
        if (!room) {
            verdict_.exception = "java/lang/OutOfMemoryError";
            return false;
        }
        if (!(new (room) Way(rules_, scratch_, method, verdict_))->run()) return false;
    }
    return true;
}

Verdict const& Verifier::infer(Class& made) {
    (void)all_methods<Inference>(made);
    return verdict_;
}

Verdict const& Verifier::verify(Class& made) {
    u16 const version = made.file.major();
    if (version < first_with_frames) return infer(made);
    bool const is_right = all_methods<TypeChecker>(made);
    bool const is_refused = !is_right && Text(verdict_.exception) == Text("java/lang/VerifyError");
    if (is_refused && version <= last_without) return infer(made);
    return verdict_;
}

} // namespace flat::java
