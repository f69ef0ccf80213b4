// SPDX-License-Identifier: BSD-2-Clause
// What specialize says about itself: the help of each verb.
#include "verbs.hpp"

#include <array>

namespace specialize {

namespace {

using VerbHelp = rewrite::VerbHelp<Verb>;

constexpr std::array all_verbs{
    VerbHelp{Verb::write, "",
             R"(Makes versions of functions for what is known when they are called, in C and C++.

usage: specialize SPEC [options] -- COMPILER ARGUMENTS... SOURCES...
       specialize check | predict | explain | view | capture | fill ...
                                                         (--help says more of each)

The spec names functions and facts. The written object has the code of all the sources and, for each
entry, a function that tests the facts and runs the version for them, or else the general code. Link
it in the place of the sources' own objects. The report on the standard output says what became
static, what stayed dynamic, and why.

  -o FILE          the object (default: the spec's name with .o)
  --alone          the versions without the sources' own code: link it beside their objects
  --replace        calls of the function itself choose among the versions; the general code gets
                   the name FUNCTION_generic
  --profile FILE   callgrind's, of the general code: nothing is written that saves too little
  --least-gain N   how many times fewer instructions are expected at least (default: 1.05)
  --format json    report and findings as JSON
  --runtime        what to link programs with that have sessions
  --pass           flags by which clang makes versions itself, of facts in the source
  --version        the version of specialize, and of the clang that it compiles with

Exit status: 0; 1 for a refusal, 2 for a wrong command line.

examples:
  specialize rpc.spec -- gcc -O2 -Iinclude -c clnt.c xdr.c
  specialize rpc.spec -o special.o --replace -- clang++ -O3 -c stream.cc
  gcc main.o rpc.o $(specialize --runtime) -o program
  clang-19 -O2 $(specialize --pass) -c client.c
  specialize check rpc.spec -- gcc -c clnt.c xdr.c    the facts alone, nothing written
  specialize explain S0127                            a finding at length
)"},
    VerbHelp{Verb::check, "check",
             R"(Tells whether a spec fits its sources, and writes nothing.

usage: specialize check SPEC -- COMPILER ARGUMENTS... SOURCES...

  --format json    findings as JSON on the standard output

Exit status: 0 if all is well, 1 if something is refused.

examples:
  specialize check rpc.spec -- gcc -O2 -Iinclude -c clnt.c xdr.c
)"},
    VerbHelp{Verb::predict, "predict",
             R"(Says what versions are expected to save, and writes nothing.

usage: specialize predict SPEC --profile FILE -- COMPILER ARGUMENTS... SOURCES...

The profile is callgrind's, of the program without versions and compiled with -g: a line's
instructions are saved in the proportion in which they were evaluated away.

A version pays off if enough calls pass its tests, and as code that is made at run time if enough
of them follow the opening of its session.

  --profile FILE   the profile
  --measured FILE  one of the program with the versions: what they take is shown beside
  --opening N      what opening and closing a session takes, in instructions (default: 400000,
                   which is the 26 microseconds that were measured)
  --format json    the figures as JSON

examples:
  valgrind --tool=callgrind --callgrind-out-file=rpc.profile ./client
  specialize predict rpc.spec --profile rpc.profile -- gcc -O2 -c clnt.c xdr.c
)"},
    VerbHelp{Verb::explain, "explain",
             R"(Explains a finding, or why a line of the sources stayed dynamic.

usage: specialize explain CODE
       specialize explain FILE:LINE SPEC -- COMPILER ARGUMENTS... SOURCES...

Each reason names the place of the next one, down to what is not known.

  --format json    the reasons as JSON

examples:
  specialize explain S0127
  specialize explain clnt.c:120 rpc.spec -- gcc -O2 -c clnt.c xdr.c
)"},
    VerbHelp{Verb::view, "view",
             R"(Shows the sources with each line in the colour of its binding time.

usage: specialize view SPEC [options] -- COMPILER ARGUMENTS... SOURCES...

Green is static: evaluated, nothing of it is left, whatever tests find. Blue is static too, because
of facts that are tested at each call, which are blue in the spec. Red is dynamic. Yellow is both,
in different passes or different parts of the line.

  --html FILE      a page in place of the terminal; pointing at a line tells why, and which facts
  --format json    the lines as JSON

examples:
  specialize view rpc.spec -- gcc -O2 -c clnt.c xdr.c | less -R
  specialize view rpc.spec --html rpc.html -- gcc -O2 -c clnt.c xdr.c
)"},
    VerbHelp{Verb::capture, "capture",
             R"(Has the program find out the values that a spec leaves out.

usage: specialize capture SPEC [-o FILE] -- COMPILER ARGUMENTS... SOURCES...

In the spec `static PATH;` and `promise PATH;` have no value; a structure or an array stands for all
values in it. The written object takes the place of the sources' own objects. Linked with it, the
program records what the paths hold at each call of the entries, by whatever name they are called.
It writes that at its end to the file that FLATLAND_CAPTURE names, or to VERSION.capture where it
was started; `specialize fill` writes it into the spec.

  -o FILE          the object (default: the spec's name with .o)

examples:
  specialize capture rpc.spec -o recording.o -- gcc -O2 -c clnt.c xdr.c
  gcc main.o recording.o -o client && ./client         writes fast_call.capture
)"},
    VerbHelp{Verb::fill, "fill",
             R"(Writes values that a program recorded into the spec.

usage: specialize fill SPEC --from RECORD... [-o FILE] -- COMPILER ARGUMENTS... SOURCES...

A value that was the same at each call becomes a fact. What changed becomes a comment that says what
was seen, and so does an address that is right in its own run alone. Several records count as one.

  --from RECORD    what a program with the object of `specialize capture` wrote
  -o FILE          the filled spec (default: the standard output)

examples:
  specialize fill rpc.spec --from fast_call.capture -o filled.spec -- gcc -O2 -c clnt.c xdr.c
  specialize filled.spec -- gcc -O2 -c clnt.c xdr.c
)"},
    VerbHelp{Verb::help, "help", ""},
};

} // namespace

constinit rewrite::Verbs<Verb> const verbs{all_verbs};

} // namespace specialize
