// SPDX-License-Identifier: BSD-2-Clause
// Tests that compiling rewritten text leaves what compiling the source would have left.
#include <rewrite/tool/launch.hpp>

#include "workspace.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace rewrite {
namespace {

namespace fs = std::filesystem;

/// What the launcher does when it has nothing to change.
int launch(std::string const& line) {
    CompilerCommand const command = read_command(words(line));
    EXPECT_TRUE(command.compiles) << line;
    Diagnostics diagnostics;
    std::optional<UnitText> const unit = preprocess(command, command.kind, diagnostics);
    EXPECT_TRUE(unit) << line;
    return unit ? compile_text(command, *unit, unit->text) : 1;
}

struct Launched {
    int status = 0;
    std::string output; ///< standard error, also that of the compiler
};

Launched launch_and_read(std::string const& line) {
    testing::internal::CaptureStderr();
    Launched launched;
    launched.status = launch(line);
    launched.output = testing::internal::GetCapturedStderr();
    return launched;
}

bool has(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}

class Launch : public testing::TestWithParam<char const*> {
protected:
    void SetUp() override {
        workspace_.write("src/own.hpp", "#pragma once\ninline int own() { return __LINE__; }\n");
        workspace_.write("src/x.cc", "#include \"own.hpp\"\n#include <cstdio>\n"
                                     "int main() {\n"
                                     "    std::printf(\"%s %d %d\", __FILE__, __LINE__, own());\n"
                                     "}\n");
    }
    void TearDown() override { EXPECT_EQ(workspace_.leftovers(), std::vector<std::string>()); }

    std::string compiler() const { return GetParam(); }

    /// The dependencies of a rule file, sorted, as both spell them.
    static std::vector<std::string> prerequisites(std::string const& file) {
        std::istringstream stream(contents(file));
        std::vector<std::string> all;
        for (std::string word; stream >> word;)
            if (word != "\\" && !word.ends_with(":"))
                all.push_back(fs::path(word).lexically_normal());
        std::ranges::sort(all);
        return all;
    }

    Workspace workspace_;
};

INSTANTIATE_TEST_SUITE_P(Compilers, Launch, testing::Values("g++", "clang++-19"),
                         [](auto const& info) {
                             return std::string(info.param).substr(0, info.param[0] == 'g' ? 1 : 5);
                         });

TEST_P(Launch, makes_the_same_program) {
    EXPECT_EQ(launch(compiler() + " -O1 -c src/x.cc -o x.o"), 0);
    EXPECT_EQ(shell(compiler() + " x.o -o x && ./x").output, "src/x.cc 4 2");
    EXPECT_EQ(launch(compiler() + " src/x.cc -o whole"), 0);
    EXPECT_EQ(shell("./whole").output, "src/x.cc 4 2");
}

TEST_P(Launch, chooses_the_names_of_outputs_as_the_compiler_does) {
    EXPECT_EQ(launch(compiler() + " -c src/x.cc"), 0);
    EXPECT_EQ(launch(compiler() + " -S src/x.cc"), 0);
    EXPECT_EQ(launch(compiler() + " src/x.cc"), 0);
    EXPECT_TRUE(fs::exists("x.o"));
    EXPECT_TRUE(fs::exists("x.s"));
    EXPECT_TRUE(fs::exists("a.out"));
    EXPECT_EQ(launch(compiler() + " -save-temps -c src/x.cc -o saved.o"), 0);
    std::string const expected = fs::exists("saved.ii") ? "saved.ii" : "x.ii";
    EXPECT_TRUE(fs::exists(expected));
}

TEST_P(Launch, writes_the_dependencies_that_the_compiler_writes) {
    for (std::string const flag : {"-MD", "-MMD"}) {
        EXPECT_EQ(launch(compiler() + " " + flag + " -c src/x.cc -o ours.o"), 0);
        shell(compiler() + " " + flag + " -c src/x.cc -o theirs.o");
        EXPECT_EQ(prerequisites("ours.d"), prerequisites("theirs.d"));
        EXPECT_TRUE(contents("ours.d").starts_with("ours.o: src/x.cc"));
    }
}

TEST_P(Launch, names_the_targets_that_dependency_flags_ask_for) {
    EXPECT_EQ(launch(compiler() + " -MMD -MP -MT a$(b) -MQ c$d -MF rules -c src/x.cc -o x.o"), 0);
    EXPECT_EQ(contents("rules"), "a$(b) c$$d: src/x.cc \\\n src/own.hpp\nsrc/own.hpp:\n");
    EXPECT_EQ(launch(compiler() + " -MMD -c src/x.cc"), 0);
    EXPECT_TRUE(contents("x.d").starts_with("x.o: src/x.cc"));
}

TEST_P(Launch, writes_no_dependencies_of_what_does_not_compile) {
    workspace_.write("src/x.cc", "int a = unknown;\n");
    EXPECT_NE(launch_and_read(compiler() + " -MMD -c src/x.cc -o x.o").status, 0);
    EXPECT_FALSE(fs::exists("x.d"));
    EXPECT_FALSE(fs::exists("x.o"));
}

TEST_P(Launch, shows_warnings_and_errors_at_the_users_place) {
    workspace_.write("src/x.cc", "#include <cassert>\nint f(int a) {\n    assert(a);\n    int b;\n"
                                 "    return unknown;\n}\n");
    Launched const launched = launch_and_read(compiler() + " -Wall -c src/x.cc -o x.o");
    EXPECT_EQ(launched.status, 1);
    EXPECT_TRUE(has(launched.output, "src/x.cc:5:12: error:")) << launched.output;
    EXPECT_TRUE(has(launched.output, "return unknown;")) << launched.output;
    EXPECT_FALSE(has(launched.output, workspace_.folder())) << launched.output;
}

TEST_P(Launch, adds_no_warnings_of_its_own) {
    workspace_.write("src/own.hpp", "#pragma once\n#include <cassert>\n#include <cerrno>\n"
                                    "inline int own(int a) { assert(a); return errno; }\n");
    std::string const flags =
        " -Wall -Wextra -pedantic -Werror -Wundef -Wunused-macros "
        "-Wmissing-declarations -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -std=c++17 ";
    workspace_.write("src/x.cc", "#include \"own.hpp\"\n#include <signal.h>\n#include <vector>\n"
                                 "int main() { return own(0); }\n");
    Launched const launched = launch_and_read(compiler() + flags + "-c src/x.cc -o x.o");
    EXPECT_EQ(launched.status, 0);
    EXPECT_EQ(launched.output, "");
}

TEST_P(Launch, fails_for_the_warnings_of_the_source_only) {
    workspace_.write("src/x.cc", "#define ONE(a) if (a) return 1; return 2\n"
                                 "#define EOF_ (int)-1\n"
                                 "int f(int a) {\n    if (a > EOF_)\n        ++a;\n"
                                 "    ONE(a);\n}\n");
    std::string const flags = " -Wall -Wextra -Werror -MMD -c src/x.cc -o x.o";
    Launched const clean = launch_and_read(compiler() + flags);
    EXPECT_EQ(clean.status, shell(compiler() + flags).status) << clean.output;
    EXPECT_EQ(clean.output, shell(compiler() + flags).output);
    workspace_.write("src/x.cc", "#define NOTHING\nint f(int unused) { NOTHING return 1; }\n");
    Launched const unclean = launch_and_read(compiler() + flags);
    EXPECT_EQ(unclean.status, 1);
    EXPECT_EQ(unclean.output, shell(compiler() + flags).output);
}

TEST_P(Launch, accepts_macros_that_look_wrong_when_expanded) {
    workspace_.write("inc/try.hpp", "#define TRY(e) ({ auto r = (e); if (!r) return 0; r; })\n");
    workspace_.write("src/x.cc", "#include <try.hpp>\nint g();\nint f(int a) {\n"
                                 "    if (a)\n        a = g();\n    else\n"
                                 "        a = (TRY(g()));\n    return a;\n}\n");
    Launched const launched =
        launch_and_read(compiler() + " -Wall -Wextra -Werror -Iinc -c src/x.cc -o x.o");
    EXPECT_EQ(launched.status, 0);
    EXPECT_EQ(launched.output, "");
    EXPECT_TRUE(fs::exists("x.o"));
}

TEST_P(Launch, names_the_source_in_debug_information) {
    EXPECT_EQ(launch(compiler() + " -g -c src/x.cc -o x.o"), 0);
    std::string const info = shell("llvm-dwarfdump-19 --debug-info x.o").output;
    EXPECT_TRUE(has(info, "DW_AT_name\t(\"src/x.cc\")"));
    EXPECT_TRUE(has(info, "DW_AT_comp_dir\t(\"" + workspace_.folder() + "\")"));
    EXPECT_FALSE(has(info, "temporary"));
    std::string const lines = shell("llvm-dwarfdump-19 --debug-line x.o").output;
    EXPECT_TRUE(has(lines, "x.cc\""));
    EXPECT_TRUE(has(lines, "own.hpp\""));
    EXPECT_FALSE(has(lines, "temporary"));
}

TEST_P(Launch, follows_the_users_prefix_maps_in_debug_information) {
    std::string const flags = " -g -ffile-prefix-map=" + workspace_.folder() +
                              "=. -fdebug-prefix-map=" + workspace_.folder() + "/src=mapped -c " +
                              workspace_.folder() + "/src/x.cc -o ";
    EXPECT_EQ(launch(compiler() + flags + "ours.o"), 0);
    shell(compiler() + flags + "theirs.o");
    auto const names_of = [](std::string const& object) {
        return shell("llvm-dwarfdump-19 --debug-info " + object +
                     " | grep -E 'DW_AT_(name|comp_dir|decl_file|decl_line)'")
            .output;
    };
    EXPECT_EQ(names_of("ours.o"), names_of("theirs.o"));
    EXPECT_TRUE(has(names_of("ours.o"), "(\"mapped/x.cc\")"));
}

TEST_P(Launch, keeps_the_files_and_lines_of_functions_in_debug_information) {
    EXPECT_EQ(launch(compiler() + " -g -c src/x.cc -o x.o"), 0);
    shell(compiler() + " x.o -o ours && " + compiler() + " -g src/x.cc -o theirs");
    auto const lines_of = [](std::string const& program) {
        return shell("for f in main _Z3ownv; do llvm-symbolizer-19 --obj=" + program +
                     " 0x$(llvm-nm-19 " + program +
                     " | sed -n \"s/^0*\\([0-9a-f]*\\) . $f$/\\1/p\");"
                     " done")
            .output;
    };
    EXPECT_EQ(lines_of("ours"), lines_of("theirs"));
    EXPECT_TRUE(has(lines_of("ours"), "src/own.hpp:2"));
}

TEST_P(Launch, reads_from_standard_input) {
    Workspace const inner;
    inner.write("source", "int standard_input() { return 1; }\n");
    int const before = dup(STDIN_FILENO);
    ASSERT_NE(std::freopen("source", "r", stdin), nullptr);
    EXPECT_EQ(launch(compiler() + " -x c++ -g -c - -o x.o"), 0);
    dup2(before, STDIN_FILENO);
    close(before);
    EXPECT_TRUE(has(shell("llvm-nm-19 x.o").output, "standard_input"));
    EXPECT_TRUE(has(shell("llvm-dwarfdump-19 --debug-info x.o").output, "<stdin>"));
}

TEST_P(Launch, takes_response_files_however_long) {
    std::string flags = "-c src/x.cc -o \"x y.o\" -DQUOTED='\"a b\"'";
    for (int i = 0; i < 4000; ++i)
        flags += " -Wno-unused -fno-exceptions -funroll-loops";
    workspace_.write("flags", flags);
    EXPECT_EQ(launch(compiler() + " @flags"), 0);
    EXPECT_TRUE(fs::exists("x y.o"));
    workspace_.write("src/x.cc", "int a = unknown;\n");
    Launched const failed = launch_and_read(compiler() + " @flags");
    EXPECT_EQ(failed.status, 1);
    EXPECT_TRUE(has(failed.output, "src/x.cc:1:9: error:")) << failed.output;
}

TEST_P(Launch, compiles_rewritten_text_instead_of_the_source) {
    CompilerCommand const command = read_command(words(compiler() + " -c src/x.cc -o x.o"));
    Diagnostics diagnostics;
    std::optional<UnitText> const unit = preprocess(command, command.kind, diagnostics);
    ASSERT_TRUE(unit);
    EXPECT_EQ(compile_text(command, *unit, unit->text + "int added;\n"), 0);
    EXPECT_TRUE(has(shell("llvm-nm-19 x.o").output, "added"));
}

TEST_P(Launch, works_in_parallel) {
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
        pid_t const child = fork();
        if (child == 0)
            _exit(launch(compiler() + " -MMD -c src/x.cc -o x" + std::to_string(i) + ".o"));
        children.push_back(child);
    }
    for (pid_t const child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_TRUE(fs::exists("x0.o") && fs::exists("x1.o") && fs::exists("x2.d"));
}

TEST_P(Launch, is_the_same_for_ccache_in_front) {
    workspace_.write("launcher", "#!/bin/sh\nexec \"$@\"\n");
    fs::permissions("launcher", fs::perms::owner_all);
    EXPECT_EQ(run_untouched(read_command(words("./launcher " + compiler() + " -c src/x.cc"))), 0);
    EXPECT_TRUE(fs::exists("x.o"));
}

/// A compiler that answers questions, but never ends a compilation.
class EndingSignal : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Signals, EndingSignal, testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](auto const& info) { return std::string(sigabbrev_np(info.param)); });

TEST_P(EndingSignal, removes_temporary_files_and_ends_the_compiler) {
    Workspace const workspace;
    workspace.write("x.cc", "int a;\n");
    workspace.write("slow-g++", "#!/bin/sh\nfor last; do :; done\n"
                                "[ \"$last\" = - ] && exec g++ \"$@\"\n"
                                "echo $$ > started.new && mv started.new started\n"
                                "exec sleep 1000\n");
    fs::permissions("slow-g++", fs::perms::owner_all);
    pid_t const child = fork();
    if (child == 0) {
        std::signal(GetParam(), SIG_DFL);
        _exit(launch("./slow-g++ -c x.cc -o x.o"));
    }
    while (!fs::exists("started"))
        usleep(1000);
    EXPECT_FALSE(workspace.leftovers().empty());
    kill(child, GetParam());
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), GetParam());
    EXPECT_TRUE(workspace.leftovers().empty());
    EXPECT_EQ(kill(std::stoi(contents("started")), 0), -1);
}

TEST(RunUntouched, returns_the_programs_status) {
    Workspace const workspace;
    workspace.write("not-executable", "");
    EXPECT_EQ(run_untouched(read_command({"true"})), 0);
    EXPECT_EQ(run_untouched(read_command({"sh", "-c", "exit 7"})), 7);
    EXPECT_EQ(run_untouched(read_command({"sh", "-c", "kill -KILL $$"})), 128 + SIGKILL);
    testing::internal::CaptureStderr();
    EXPECT_EQ(run_untouched(read_command({"no-such-program"})), 127);
    EXPECT_EQ(run_untouched(read_command({"./not-executable"})), 126);
    EXPECT_TRUE(has(testing::internal::GetCapturedStderr(), "no-such-program: No such file"));
}

TEST(RunUntouched, passes_words_on_as_they_are) {
    Workspace const workspace;
    workspace.write("flags", "-DX");
    workspace.write("show", "#!/bin/sh\nprintf '%s,' \"$@\" > shown\n");
    fs::permissions("show", fs::perms::owner_all);
    EXPECT_EQ(run_untouched(read_command({"./show", "@flags", "a b", "", "-Wp,-MD,x.d"})), 0);
    EXPECT_EQ(contents("shown"), "@flags,a b,,-Wp,-MD,x.d,");
}

} // namespace
} // namespace rewrite
