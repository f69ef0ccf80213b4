// SPDX-License-Identifier: BSD-2-Clause
// The verifier of classes (JVMS 17, 4.10).
#pragma once

#include <java/machine/verifier/method_verifier.hpp>

namespace flat::java {

/// Says whether the code of a class may run: class files from version 50 on by type checking, older
/// ones, and those of version 50 that fail, by inference.
class Verifier final : public ClassVerifier, NonCopyable {
public:
    Verifier(MemorySource& source, Classes& classes)
        : scratch_(source), rules_(classes, scratch_) {}

    /// Loads the classes that types are compared with; initialises none.
    Verdict const& verify(Class& made) override;

    /// As `verify` does for files without frames, whatever the version is.
    Verdict const& infer(Class& made);

private:
    template<class Way>
    bool all_methods(Class& made);

    Scratch scratch_;
    TypeRules rules_;
    Verdict verdict_;
};

} // namespace flat::java
