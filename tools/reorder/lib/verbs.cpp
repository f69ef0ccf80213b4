// SPDX-License-Identifier: BSD-2-Clause
// What reorder says about itself: the help of each verb.
#include "verbs.hpp"

#include <array>

namespace reorder {

namespace {

using VerbHelp = rewrite::VerbHelp<Verb>;

constexpr std::array all_verbs{
    VerbHelp{Verb::launch, "",
             R"(Lays out the data members of classes and structs, in C and C++, as a plan says.

usage: reorder --plan FILE [options] [--] COMPILER ARGUMENTS...
       reorder print | describe | explain ...   (--help says more of each)

This happens between preprocessing and compilation. Constructors, initialisers and structured
bindings follow. Whatever would change what the program does is refused with a reason, and nothing
is written. A command that compiles nothing, or a unit without such a class, runs untouched.

  --plan FILE      the layout of each class, for all units of the program
  --verbose        say on the standard error what was done
  --format json    findings as JSON on the standard error
  --version        the version of reorder, and of the clang that it reads sources with

Exit status: the compiler's; 1 for a refusal, 2 for a wrong command line.

examples:
  reorder --plan layout.json -- g++ -O2 -c x.cc -o x.o
  reorder --plan layout.json -- gcc -O2 -c x.c -o x.o
  collapse --class tcb_t -- reorder --plan layout.json -- g++ -c x.cc
  cmake -S . -B build -DCMAKE_C_COMPILER_LAUNCHER="reorder;--plan;$PWD/layout.json;--"
  reorder describe --class tcb_t x.cc                 what can move
  reorder print --plan layout.json x.cc               the new source
  reorder explain R0301                               a finding at length
)"},
    VerbHelp{Verb::print, "print",
             R"(Writes the source that the launcher would compile.

usage: reorder print --plan FILE [-o FILE] SOURCE [-- FLAGS...]
       reorder print --plan FILE [-o FILE] -- COMPILER ARGUMENTS...
       reorder print --plan FILE [-o FILE] -- FLAGS... SOURCE

It is preprocessed, with its comments and with system headers as #include, and has been checked. A
unit without such a class is written as it is after preprocessing.

  -o FILE          where to write it (default: the standard output)
  --format json    findings as JSON on the standard error

examples:
  reorder print --plan layout.json x.cc
  reorder print --plan layout.json x.c -- -std=gnu11 -Iinclude
  reorder print --plan layout.json -o x.new.cc -- g++ -std=c++20 -c x.cc
)"},
    VerbHelp{Verb::describe, "describe",
             R"(Tells as JSON what of a class can move: its items in order, what must stay, and why.

usage: reorder describe --class NAME [-o FILE] SOURCE [-- FLAGS...]
       reorder describe --class NAME [-o FILE] -- COMPILER ARGUMENTS...

Whatever would be refused with any other order stands under `obstacles`; then the exit status is
still 0, as the description is complete.

  --class NAME     the class or struct, qualified or not
  -o FILE          where to write it (default: the standard output)
  --format json    findings as JSON on the standard error

examples:
  reorder describe --class tcb_t x.cc
  reorder describe --class client x.c -- -std=gnu11 -Iinclude
)"},
    VerbHelp{Verb::explain, "explain",
             R"(Explains the code of a finding: what happened, an example, how to mend it.

usage: reorder explain CODE

examples:
  reorder explain R0301
)"},
    VerbHelp{Verb::help, "help", ""},
};

} // namespace

constinit rewrite::Verbs<Verb> const verbs{all_verbs};

} // namespace reorder
