// SPDX-License-Identifier: BSD-2-Clause
// For tests: what the verifier says of a class made by hand.
#pragma once

#include <java/machine/testing.hpp>
#include <java/machine/verifier/verifier.hpp>

namespace flat::java::testing {

/// "right"; or the headline, the place, and the reason if there is one.
inline std::string told(Verdict const& verdict) {
    if (!verdict.exception) return "right";
    std::string const all(verdict.message.text().data(), verdict.message.text().size());
    if (Text(verdict.exception) != Text("java/lang/VerifyError"))
        return std::string(verdict.exception) + ": " + all;
    std::string line = all.substr(0, all.find('\n'));
    usize const place = all.find(" @");
    line += all.substr(place, all.find(':', place) - place);
    usize const reason = all.find("Reason:\n    ");
    if (reason != std::string::npos) line += ": " + all.substr(reason + 12);
    return line;
}

/// A machine with a class A that is verified. Beside the library there are B, which is below A, and
/// I, an interface.
class VerifierTest {
public:
    explicit VerifierTest(u8 version = 61) : a("A"), version_(version) {
        test_.classes.add("B", ClassBuilder("B", flags::is_public | flags::is_super, "A"));
        constexpr u16 of_interface = flags::is_public | flags::is_interface | flags::is_abstract;
        test_.classes.add("I", ClassBuilder("I", of_interface));
    }

    HostClasses& classes() { return test_.classes; }

    /// A method of A.
    void method(std::string const& name, std::string const& descriptor, Instructions const& bytes,
                u16 flags = flags::is_public | flags::is_static, Bytes const& frames = {},
                std::vector<Handler> const& handlers = {}) {
        ClassBuilder::Code made = code(bytes, handlers);
        if (!frames.empty()) made.attributes.push_back({"StackMapTable", frames});
        a.method(flags, name, descriptor, made);
    }

    std::string outcome() { return outcome_by(&Verifier::verify); }
    std::string inferred() { return outcome_by(&Verifier::infer); }

    ClassBuilder a;

private:
    std::string outcome_by(Verdict const& (Verifier::*way)(Class&)) {
        Bytes bytes = a.bytes();
        bytes[7] = version_;
        test_.classes.files["A"] = bytes;
        test_.begin();
        Class* const found = test_.machine->classes.load("A");
        if (!found) {
            Text const problem = test_.machine->classes.problem().message.text();
            return {problem.data(), problem.size()};
        }
        auto const verifier = std::make_unique<Verifier>(test_.platform, test_.machine->classes);
        return told((verifier.get()->*way)(*found));
    }

    TestMachine test_;
    u8 version_;
};

/// Whether a static method of A with this code is right, for type checking and for inference alike.
inline std::string verified(std::string const& descriptor, Instructions const& bytes) {
    VerifierTest test;
    test.method("run", descriptor, bytes);
    return test.outcome();
}
inline std::string inferred(std::string const& descriptor, Instructions const& bytes) {
    VerifierTest test(48);
    test.method("run", descriptor, bytes);
    return test.outcome();
}

inline u8 high(u16 index) {
    return u8(index >> 8);
}
inline u8 low(u16 index) {
    return u8(index);
}

} // namespace flat::java::testing
