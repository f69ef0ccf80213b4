// SPDX-License-Identifier: BSD-2-Clause
// Tests preprocessing: what each compiler would see, in a text that means the same again.
#include <rewrite/text/unit.hpp>

#include "workspace.hpp"

#include <gtest/gtest.h>

namespace rewrite {
namespace {

class Preprocess : public testing::TestWithParam<char const*> {
protected:
    std::string compiler() const { return GetParam(); }

    UnitText preprocessed(std::string const& flags = "") {
        CompilerCommand const command =
            read_command(words(compiler() + " " + flags + " -c x.cc -o x.o"));
        std::optional<UnitText> unit = preprocess(command, command.kind, diagnostics_);
        return unit ? *unit : UnitText();
    }

    /// Compiles and runs the text as it is, without -D, -I and -include; tells what it prints.
    std::string run(std::string const& flags = "") {
        workspace_.write("text.cc", preprocessed(flags).text);
        EXPECT_FALSE(diagnostics_.has_errors());
        return shell(compiler() + " text.cc -o program && ./program").output;
    }

    bool parses(std::string const& flags = "") {
        CompilerCommand const command = read_command(words(compiler() + " " + flags + " -c x.cc"));
        UnitText const unit = preprocessed(flags);
        return Unit::parse(command, unit.name, unit.text, diagnostics_) != nullptr;
    }

    bool has(std::string const& text, std::string const& part) const {
        return text.find(part) != std::string::npos;
    }

    Workspace workspace_;
    Diagnostics diagnostics_;
};

INSTANTIATE_TEST_SUITE_P(Compilers, Preprocess, testing::Values("g++", "clang++-19"),
                         [](auto const& info) {
                             return std::string(info.param).substr(0, info.param[0] == 'g' ? 1 : 5);
                         });

TEST_P(Preprocess, expands_user_headers_and_keeps_system_headers) {
    workspace_.write("own.hpp", "struct Own {};\n");
    workspace_.write("x.cc", "#include \"own.hpp\"\n#include <vector>\nstd::vector<Own> all;\n");
    UnitText const unit = preprocessed();
    EXPECT_TRUE(has(unit.text, "struct Own {};"));
    EXPECT_TRUE(has(unit.text, "#include <vector>\n"));
    EXPECT_FALSE(has(unit.text, "_M_realloc_insert"));
    EXPECT_EQ(unit.user_headers, std::vector<std::string>{"own.hpp"});
    EXPECT_GT(unit.headers.size(), 10U);
    EXPECT_TRUE(parses());
}

TEST_P(Preprocess, sees_the_macros_of_the_compiler_that_will_compile) {
    workspace_.write("x.cc", "int gnu = __GNUC__;\n#ifdef __clang__\nint is_clang;\n#else\n"
                             "int is_gcc;\n#endif\n");
    std::string const version = shell(compiler() + " -dM -E -x c++ /dev/null | "
                                                   "sed -n 's/#define __GNUC__ //p'")
                                    .output;
    UnitText const unit = preprocessed();
    EXPECT_TRUE(has(unit.text, "int gnu = " + version.substr(0, version.find('\n')) + ";"));
    EXPECT_EQ(has(unit.text, "int is_gcc;"), compiler() == "g++");
    EXPECT_EQ(has(unit.text, "int is_clang;"), compiler() != "g++");
    EXPECT_TRUE(unit.asks_for_compiler);
}

TEST_P(Preprocess, tells_whether_user_code_asks_for_the_compiler) {
    workspace_.write("x.cc", "#include <vector>\n#if __cplusplus > 201103L\nint a;\n#endif\n");
    EXPECT_FALSE(preprocessed().asks_for_compiler);
    workspace_.write("x.cc", "#if defined __clang_major__ && 0\nint a;\n#endif\n");
    EXPECT_TRUE(preprocessed().asks_for_compiler);
    workspace_.write("x.cc", "#if __clang__\nint a;\n#endif\n");
    EXPECT_TRUE(preprocessed().asks_for_compiler);
}

TEST_P(Preprocess, gives_system_headers_the_macros_that_they_ask_for) {
    workspace_.write("x.cc", "#include <cstdio>\n"
                             "#define NDEBUG\n#include <cassert>\n"
                             "void off() { assert(false); std::puts(\"off\"); }\n"
                             "#undef NDEBUG\n#include <cassert>\n"
                             "int main() { off(); assert(true); std::puts(\"on\"); }\n");
    EXPECT_EQ(run(), "off\non\n");
    std::string const text = preprocessed().text;
    EXPECT_TRUE(has(text, "#define NDEBUG \n#include <cassert>\n#undef NDEBUG\n"));
}

TEST_P(Preprocess, gives_system_headers_macros_of_the_command_line) {
    workspace_.write("x.cc", "#include <vector>\n#include <cstdio>\n"
                             "int main() { std::printf(\"%zu\", sizeof(std::vector<int>)); }\n");
    std::string const usual = run();
    EXPECT_EQ(usual, "24");
    EXPECT_NE(run("-D_GLIBCXX_DEBUG"), usual);
    EXPECT_NE(run("-Wp,-D_GLIBCXX_DEBUG"), usual);
}

TEST_P(Preprocess, expands_macros_once) {
    workspace_.write("hidden.hpp", "#pragma push_macro(\"self\")\n#undef self\n"
                                   "struct Hidden { int self = 4; } hidden;\n"
                                   "#pragma pop_macro(\"self\")\n");
    workspace_.write("x.cc", "#include <cstdio>\n#include <signal.h>\n"
                             "int once(int n) { return n; }\n#define once(n) once(n + 1)\n"
                             "int main() {\n    struct sigaction action = {};\n"
                             "    action.sa_handler = SIG_IGN;\n"
                             "    std::printf(\"%d %d %d\", self, once(5),\n"
                             "                action.sa_handler == SIG_IGN);\n}\n");
    EXPECT_EQ(run("-Dself=hidden.self -include hidden.hpp"), "4 6 1");
    EXPECT_TRUE(parses("-Dself=hidden.self -include hidden.hpp"));
}

TEST_P(Preprocess, lets_users_undefine_and_redefine_system_macros) {
    workspace_.write("x.cc",
                     "#include <cstdio>\n#include <sys/sysmacros.h>\n#undef major\n"
                     "#undef EOF\n#define EOF other\n"
                     "struct Version { int major() { return 3; } int other = 4; };\n"
                     "#include <cstdlib>\n"
                     "int main() { Version v; std::printf(\"%d%d\", v.major(), v.EOF); }\n");
    EXPECT_EQ(run(), "34");
    EXPECT_TRUE(parses());
}

TEST_P(Preprocess, keeps_code_after_a_system_header_pragma) {
    workspace_.write("own.hpp", "#pragma once\n#pragma GCC system_header\nint behind = 5;\n"
                                "#include <cstdio>\nint last = 6;\n");
    workspace_.write("x.cc", "#include \"own.hpp\"\n#include \"own.hpp\"\n"
                             "int main() { std::printf(\"%d%d\", behind, last); }\n");
    EXPECT_EQ(run(), "56");
    EXPECT_FALSE(has(preprocessed().text, "#pragma GCC system_header"));
    EXPECT_TRUE(has(preprocessed().text, "own.hpp\" 3\nint behind"));
}

TEST_P(Preprocess, finds_the_next_system_header_behind_a_users_wrapper) {
    workspace_.write("inc/stdlib.h", "#include_next <stdlib.h>\nint wrapped = 7;\n");
    workspace_.write("x.cc", "#include <stdlib.h>\n#include <cstdio>\n"
                             "int main() { std::printf(\"%d%d\", wrapped, abs(-1)); }\n");
    EXPECT_EQ(run("-Iinc"), "71");
    EXPECT_TRUE(parses("-Iinc"));
}

TEST_P(Preprocess, decides_has_include_for_the_users_folders) {
    workspace_.write("inc/own.hpp", "");
    workspace_.write("x.cc", "#if __has_include(<own.hpp>) && !__has_include(<absent.hpp>)\n"
                             "int found;\n#endif\n");
    EXPECT_TRUE(has(preprocessed("-Iinc").text, "int found;"));
    EXPECT_FALSE(has(preprocessed().text, "int found;"));
}

TEST_P(Preprocess, names_lines_and_files_as_the_compiler_does) {
    workspace_.write("beside.hpp", "inline const char* beside() { return __FILE__; }\n");
    workspace_.write("inc/far.hpp", "inline const char* far() { return __FILE__; }\n");
    workspace_.write("x.cc", "#include \"beside.hpp\"\n#include <far.hpp>\n#include <cstdio>\n"
                             "#define ID(n) n\n#define LINE() __LINE__\n#define OBJECT __LINE__\n"
                             "#define TEXT_(n) #n\n#define TEXT(n) TEXT_(n)\n"
                             "int main() {\n    int lines[] = {__LINE__, ID(\n        __LINE__),\n"
                             "        ID(ID(__LINE__)\n), LINE(\n\n), ID(\nOBJECT\n),\n"
                             "        ID(LINE\n(\n)), __LINE__};\n"
                             "    for (int line : lines) std::printf(\"%d \", line);\n"
                             "    std::puts(TEXT(\n\n__LINE__));\n"
                             "    std::printf(\"%s %s %s\", __FILE__, beside(), far());\n"
                             "#line 100 \"renamed \\\\ file\"\n"
                             "    std::printf(\"%s %d\", __FILE__, __LINE__);\n}\n");
    std::string const flags = "-Iinc -ffile-prefix-map=i=none -ffile-prefix-map=inc=. "
                              "-fmacro-prefix-map=inc/=../in/";
    std::string const expected =
        shell(compiler() + " " + flags + " x.cc -o expected && ./expected").output;
    EXPECT_EQ(run(flags), expected);
    EXPECT_TRUE(has(expected, "beside.hpp ")) << expected;
    EXPECT_FALSE(has(expected, "inc/far.hpp")) << expected;
}

TEST_P(Preprocess, keeps_pragmas) {
    workspace_.write("x.cc", "#pragma pack(push, 1)\nstruct P { char c; int i; };\n"
                             "#pragma pack(pop)\n#define PACK _Pragma(\"pack(1)\")\nPACK\n"
                             "struct Q { char c; int i; };\n"
                             "#pragma GCC diagnostic push\n"
                             "#pragma GCC diagnostic ignored \"-Wunused\"\n"
                             "#pragma GCC diagnostic pop\n"
                             "#include <cstdio>\n"
                             "int main() { std::printf(\"%zu%zu\", sizeof(P), sizeof(Q)); }\n");
    EXPECT_EQ(run(), "55");
    EXPECT_TRUE(has(preprocessed().text, "#pragma GCC diagnostic ignored \"-Wunused\""));
}

TEST_P(Preprocess, takes_isystem_folders_for_system_folders) {
    workspace_.write("sys/lib.hpp", "#include <config.hpp>\nint from_library = SETTING;\n");
    workspace_.write("inc/config.hpp", "#define SETTING 8\nint from_config = 9;\n");
    workspace_.write("x.cc", "#include \"lib.hpp\"\nint own = SETTING + from_config;\n");
    std::string const text = preprocessed("-isystem sys -Iinc").text;
    EXPECT_TRUE(has(text, "#include <lib.hpp>"));
    EXPECT_FALSE(has(text, "int from_library"));
    EXPECT_FALSE(has(text, "int from_config"));
    EXPECT_TRUE(has(text, "int own = 8 + from_config;"));
    EXPECT_TRUE(parses("-isystem sys -Iinc"));
}

TEST_P(Preprocess, keeps_guarded_user_headers_from_being_read_again_by_system_headers) {
    workspace_.write("sys/lib.hpp", "#include <own.hpp>\nint from_library = sizeof(Own);\n");
    workspace_.write("inc/own.hpp", "#ifndef OWN\n#define OWN\nstruct Own {};\n#endif\n");
    workspace_.write("x.cc", "#include <own.hpp>\n#include <lib.hpp>\nOwn own;\n");
    EXPECT_TRUE(parses("-isystem sys -Iinc"));
    EXPECT_TRUE(has(preprocessed("-isystem sys -Iinc").text, "#include <lib.hpp>"));
}

TEST_P(Preprocess, expands_system_headers_that_need_an_expanded_header_read_only_once) {
    workspace_.write("sys/deep.hpp", "#pragma once\n#include <own.hpp>\n");
    workspace_.write("sys/lib.hpp", "#include <deep.hpp>\nint from_library = sizeof(Own);\n");
    workspace_.write("inc/own.hpp", "#pragma once\nstruct Own {};\n");
    workspace_.write("x.cc",
                     "#include <own.hpp>\n#include <lib.hpp>\n#include <vector>\nOwn own;\n");
    EXPECT_TRUE(parses("-isystem sys -Iinc"));
    std::string const text = preprocessed("-isystem sys -Iinc").text;
    EXPECT_TRUE(has(text, "lib.hpp\" 2 3\nint from_library"));
    EXPECT_TRUE(has(text, "#include <vector>"));
}

TEST_P(Preprocess, works_without_any_system_headers) {
    workspace_.write("core/std.hpp", "using size_t = decltype(sizeof 0);\n");
    workspace_.write("x.cc", "#include <std.hpp>\nsize_t one = 1;\n"
                             "#if __STDC_HOSTED__\n#error hosted\n#endif\n");
    std::string const flags = "-nostdinc -ffreestanding -fno-exceptions -fno-rtti -mno-red-zone "
                              "-mcmodel=kernel -std=c++20 -Icore";
    EXPECT_TRUE(has(preprocessed(flags).text, "using size_t"));
    EXPECT_TRUE(parses(flags));
    workspace_.write("x.cc", "#include <vector>\n");
    EXPECT_EQ(preprocessed(flags).text, "");
    EXPECT_TRUE(diagnostics_.has_errors());
}

TEST_P(Preprocess, ignores_flags_of_code_generation_that_clang_does_not_know) {
    workspace_.write("x.cc", "int a;\n");
    std::string const flags = "-fno-gcse -fipa-pta -Wno-maybe-uninitialized -fno-tree-vectorize "
                              "-mindirect-branch=thunk --param max-inline-insns-auto=9 "
                              "-fno-semantic-interposition -flto -save-temps -g3 -pipe";
    EXPECT_TRUE(parses(flags));
}

TEST_P(Preprocess, does_without_processors_that_clang_does_not_know) {
    workspace_.write("x.cc", "#include <immintrin.h>\n__m128i a;\n");
    if (compiler() == "g++") EXPECT_TRUE(parses("-mtune=intel"));
    EXPECT_TRUE(parses("-mtune=generic -march=x86-64-v3"));
}

TEST_P(Preprocess, reports_errors_at_the_users_place) {
    workspace_.write("own.hpp", "int a;\n#error stop here\n");
    workspace_.write("x.cc", "#include \"own.hpp\"\n#include <absent.hpp>\n");
    EXPECT_EQ(preprocessed().text, "");
    ASSERT_GE(diagnostics_.all().size(), 1U);
    EXPECT_EQ(diagnostics_.all()[0].message, "stop here");
    EXPECT_EQ(diagnostics_.all()[0].place.line, 2U);
    EXPECT_TRUE(diagnostics_.all()[0].place.file.ends_with("own.hpp"));
}

TEST_P(Preprocess, refuses_precompiled_headers) {
    workspace_.write("x.cc", "int a;\n");
    EXPECT_EQ(preprocessed("-include-pch x.pch").text, "");
    ASSERT_EQ(diagnostics_.all().size(), 1U);
    EXPECT_EQ(diagnostics_.all()[0].code, "C0103");
}

TEST_P(Preprocess, is_stable_when_done_again) {
    workspace_.write("x.cc", "#include <cerrno>\n#include <signal.h>\n#include <cassert>\n"
                             "int f(struct sigaction* a) {\n    assert(a->sa_handler);\n"
                             "    return errno + EOF_ + __LINE__;\n}\n");
    std::string const first = preprocessed("-DEOF_=4").text;
    workspace_.write("x.cc", first);
    std::string const second = preprocessed().text;
    std::string const line = "return (*__errno_location ()) + 4 + 6;";
    EXPECT_TRUE(has(first, line));
    EXPECT_TRUE(has(second, line));
    EXPECT_TRUE(has(second, "(a->__sigaction_handler.sa_handler)"));
}

} // namespace
} // namespace rewrite
