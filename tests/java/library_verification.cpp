// SPDX-License-Identifier: BSD-2-Clause
// Verifies classes of a packaged class library, by type checking and by inference, and says which
// are refused: none should be. Arguments: the file `modules`, and a file with a name in each line.
#include "host_machine.hpp"

#include <core/panic.hpp>
#include <java/machine/run.hpp>
#include <java/machine/verifier/verifier.hpp>

#include <memory>

using namespace flat;

void flat::assertion_failed(char const* what, char const* file, u32 line) {
    std::fprintf(stderr, "%s:%u: %s\n", file, line, what);
    std::abort();
}

void flat::detail::panic(BacktraceOf, void const*, Text format, Span<FormatArgument const>) {
    std::fprintf(stderr, "panic: %.*s\n", static_cast<int>(format.size()), format.data());
    std::abort();
}

namespace {

/// 1 if a way refuses a class, which is said.
u32 refused(java::Verdict const& verdict, std::string const& name, char const* way) {
    if (!verdict.exception) return 0;
    Text const why = verdict.message.text();
    std::printf("%s refuses %s: %s: %.*s\n", way, name.c_str(), verdict.exception,
                static_cast<int>(why.size()), why.data());
    return 1;
}

} // namespace

int main(int count, char** words) {
    if (count != 3) return 2;
    java::HostMachine host(words[1]);
    auto const machine = std::make_unique<java::Machine>(host, host);
    machine->native.begin(u64{1} << 22);
    if (!machine->begin(u64{1} << 20)) return 2;
    auto const verifier = std::make_unique<java::Verifier>(host, machine->classes);
    u32 verified = 0;
    u32 wrong = 0;
    std::ifstream names(words[2]);
    for (std::string name; std::getline(names, name);) {
        auto* const found =
            machine->classes.load(machine->symbols.of_copy(Text(name.data(), name.size())));
        if (!found) {
            Text const why = machine->classes.problem().message.text();
            std::printf("%s: %.*s\n", name.c_str(), static_cast<int>(why.size()), why.data());
            ++wrong;
            continue;
        }
        ++verified;
        wrong += refused(verifier->verify(*found), name, "type checking");
        wrong += refused(verifier->infer(*found), name, "inference");
    }
    std::printf("%u classes verified, %u refused\n", verified, wrong);
    return wrong == 0 ? 0 : 1;
}
