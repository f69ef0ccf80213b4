// SPDX-License-Identifier: BSD-2-Clause
// What collapse says about itself: the help of each verb.
#include "verbs.hpp"

#include <array>

namespace collapse {

namespace {

using VerbHelp = rewrite::VerbHelp<Verb>;

constexpr std::array all_verbs{
    VerbHelp{Verb::launch, "",
             R"(Flattens C++ class hierarchies between preprocessing and compilation.

usage: collapse --class NAME [--class NAME] [options] [--] COMPILER ARGUMENTS...
       collapse --plan FILE [options] [--] COMPILER ARGUMENTS...
       collapse scan | plan | apply | check | print | explain ...   (--help says more of each)

The class becomes one class without bases and virtual functions that does what the hierarchy did.
Whatever would change what the program does is refused with a reason, and nothing is written. A
command that compiles no C++, or a unit without such a class, runs untouched.

  --class NAME     the most derived class, qualified or not; may be repeated
  --plan FILE      what `collapse plan` decided for the whole program
  --verbose        say on the standard error what was done
  --format json    findings as JSON on the standard error
  --version        the version of collapse, and of the clang that it reads C++ with

Exit status: the compiler's; 1 for a refusal, 2 for a wrong command line.

examples:
  collapse --class tcb_t -- g++ -O2 -c x.cc -o x.o
  cmake -S . -B build -DCMAKE_CXX_COMPILER_LAUNCHER="collapse;--class;tcb_t;--"
  collapse print --class tcb_t x.cc                   the flat class, readable
  collapse plan --class tcb_t -p build -o plan.json   once for all units of a program
  collapse --plan plan.json -- clang++ -O2 -c x.cc
  collapse explain C0301                              a finding at length
)"},
    VerbHelp{Verb::scan, "scan", R"(Collects the facts of one translation unit that a plan needs.

usage: collapse scan [-o FACTS] [--] COMPILER ARGUMENTS...

  -o FACTS         where to write them as JSON (default: the standard output)
  --format json    findings as JSON on the standard error

examples:
  collapse scan -o x.facts.json -- g++ -O2 -c x.cc
  collapse plan --class tcb_t x.facts.json y.facts.json -o plan.json
)"},
    VerbHelp{Verb::plan, "plan", R"(Decides for a whole program how classes are flattened.

usage: collapse plan --class NAME [--class NAME] [--apart SOURCE] [-o PLAN] FACTS...
       collapse plan --class NAME [--class NAME] [--apart SOURCE] [-o PLAN] [-j N] -p FOLDER

  --class NAME     the most derived class, qualified or not; may be repeated
  -p FOLDER        scan all units of FOLDER/compile_commands.json, then try the plan on them: what
                   a unit refuses is only sealed or stays as it is, and the standard error says why
  -j N             at most N units at a time (default: the number of processors)
  --apart SOURCE   a unit that shares nothing of the classes with the rest of the program, say a
                   test with its own implementation of an interface: it is compiled as it is; may
                   be repeated
  -o PLAN          where to write the plan (default: the standard output); a file that would not
                   change is not touched
  --verbose        say what becomes of each base, and why
  --format json    findings as JSON on the standard error

examples:
  collapse plan --class tcb_t -p build -o plan.json
  collapse plan --class tcb_t --class space_t *.facts.json -o plan.json
)"},
    VerbHelp{Verb::apply, "apply", R"(Writes the text that the launcher would compile.

usage: collapse apply (--plan FILE | --class NAME...) [-o FILE] [--] COMPILER ARGUMENTS...

The text is preprocessed, with system headers as #include. It has been checked. A unit without such
a class is written as it is after preprocessing.

  -o FILE          where to write it (default: the standard output)
  --verbose        say on the standard error what was done
  --format json    findings as JSON on the standard error

examples:
  collapse apply --plan plan.json -o x.ii -- g++ -O2 -c x.cc
  collapse apply --class tcb_t -- clang++ -c x.cc | less
)"},
    VerbHelp{Verb::check, "check", R"(Tells whether a unit can be flattened, and writes nothing.

usage: collapse check (--plan FILE | --class NAME...) [--] COMPILER ARGUMENTS...

  --verbose        say what would be done
  --format json    findings as JSON on the standard output

Exit status: 0 if all is well, 1 if something is refused.

examples:
  collapse check --class tcb_t -- g++ -O2 -c x.cc
  collapse check --plan plan.json --format json -- g++ -O2 -c x.cc
)"},
    VerbHelp{Verb::print, "print",
             R"(Shows the flat class as readable source, formatted by the nearest .clang-format.

usage: collapse print --class NAME [-o FILE] SOURCE [-- FLAGS...]
       collapse print --class NAME [-o FILE] -p FOLDER SOURCE
       collapse print --class NAME [-o FILE] -- COMPILER ARGUMENTS...

A comment at each member says which class it came from, and where it stands.

  -p FOLDER        take the command from FOLDER/compile_commands.json
  -o FILE          where to write it (default: the standard output)
  --plan FILE      the classes of a plan in place of --class
  --format json    findings as JSON on the standard error

examples:
  collapse print --class tcb_t x.cc
  collapse print --class tcb_t x.cc -- -std=c++20 -Iinclude
  collapse print --class tcb_t -p build src/x.cc
)"},
    VerbHelp{Verb::explain, "explain",
             R"(Explains the code of a finding: what happened, an example, how to mend it.

usage: collapse explain CODE

examples:
  collapse explain C0301
)"},
    VerbHelp{Verb::help, "help", ""},
};

} // namespace

constinit rewrite::Verbs<Verb> const verbs{all_verbs};

} // namespace collapse
