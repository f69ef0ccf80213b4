// SPDX-License-Identifier: BSD-2-Clause
// Tests what is understood of compilers' command lines.
#include <rewrite/command/command.hpp>

#include "workspace.hpp"

#include <filesystem>
#include <gtest/gtest.h>

namespace rewrite {
namespace {

CompilerCommand read(std::string const& line) {
    return read_command(words(line));
}

bool compiles(std::string const& line) {
    return read(line).compiles;
}

TEST(ReadCommand, knows_compilers_by_name) {
    EXPECT_EQ(read("g++ -c x.cc").kind, CompilerKind::gcc);
    EXPECT_EQ(read("/opt/bin/x86_64-elf-g++-13 -c x.cc").kind, CompilerKind::gcc);
    EXPECT_EQ(read("/usr/bin/clang++-19 -c x.cc").kind, CompilerKind::clang);
    EXPECT_EQ(read("gcc -c x.cc").kind, CompilerKind::gcc);
    EXPECT_EQ(read("ccache g++ -c x.cc").kind, CompilerKind::unknown);
    EXPECT_FALSE(compiles("icpx -c x.cc"));
    EXPECT_FALSE(read_command({}).compiles);
}

TEST(ReadCommand, follows_a_link_with_a_neutral_name) {
    Workspace const workspace;
    workspace.write("clang++-7", "");
    std::filesystem::permissions("clang++-7", std::filesystem::perms::owner_all);
    std::filesystem::create_symlink("clang++-7", "c++");
    EXPECT_EQ(read("./c++ -c x.cc").kind, CompilerKind::clang);
}

TEST(ReadCommand, finds_source_and_output) {
    CompilerCommand const command = read("g++ -O2 -c src/x.cc -o out/x.o");
    EXPECT_TRUE(command.compiles);
    EXPECT_EQ(command.source, "src/x.cc");
    EXPECT_EQ(command.output, "out/x.o");
    EXPECT_EQ(read("g++ -c x.cc -oy.o").output, "y.o");
    EXPECT_EQ(read("g++ -c -- -x.cc").source, "-x.cc");
}

TEST(ReadCommand, does_not_take_values_for_sources) {
    CompilerCommand const command =
        read("g++ -include a.hh -MF b.cc -MT c.cc -I d.cc -isystem e.cc -D f.cc -Xlinker g.cc "
             "-dumpbase h.cc -aux-info i.cc -T j.cc -c x.cc");
    EXPECT_EQ(command.source, "x.cc");
    EXPECT_TRUE(command.compiles);
}

TEST(ReadCommand, names_the_output_as_compilers_do) {
    EXPECT_EQ(read("g++ -c src/x.cc").output, "x.o");
    EXPECT_EQ(read("g++ -S src/x.cc").output, "x.s");
    EXPECT_EQ(read("g++ -S -c src/x.cc").output, "x.s");
    EXPECT_EQ(read("clang++ -S -emit-llvm src/x.cc").output, "x.ll");
    EXPECT_EQ(read("clang++ -c -emit-llvm src/x.cc").output, "x.bc");
    EXPECT_EQ(read("g++ src/x.cc").output, "a.out");
}

TEST(ReadCommand, leaves_commands_alone_that_compile_no_single_cxx_source) {
    EXPECT_FALSE(compiles("g++ a.cc b.cc -c"));
    EXPECT_FALSE(compiles("g++ a.cc b.c -o program"));
    EXPECT_FALSE(compiles("g++ a.o b.o -o program"));
    EXPECT_FALSE(compiles("gcc -c x.c"));
    EXPECT_FALSE(compiles("g++ -x c -c x.cc"));
    EXPECT_FALSE(compiles("g++ -c x.s"));
    EXPECT_FALSE(compiles("g++ -x c++-header x.hpp"));
    EXPECT_FALSE(compiles("g++ --version"));
    EXPECT_TRUE(compiles("g++ a.o x.cc libz.so.1 -o program"));
}

TEST(ReadCommand, leaves_commands_alone_that_stop_before_compilation) {
    for (char const* flag : {"-E", "-M", "-MM", "-fsyntax-only", "-###"})
        EXPECT_FALSE(compiles(std::string("g++ -c x.cc ") + flag)) << flag;
}

TEST(ReadCommand, takes_c_for_cxx_where_the_driver_does) {
    EXPECT_TRUE(compiles("g++ -c x.c"));
    EXPECT_TRUE(compiles("gcc -c x.cc"));
    EXPECT_TRUE(compiles("gcc -x c++ -c x.inc"));
    EXPECT_TRUE(compiles("g++ -xc++ -c -"));
    EXPECT_EQ(read("g++ -x c++ -c -").source, "-");
}

TEST(ReadCommand, knows_where_dependencies_go) {
    EXPECT_EQ(read("g++ -c x.cc").dependency_file, std::nullopt);
    EXPECT_EQ(read("g++ -MD -c src/x.cc").dependency_file, "x.d");
    EXPECT_EQ(read("g++ -MMD -c src/x.cc -o out/y.o").dependency_file, "out/y.d");
    EXPECT_EQ(read("g++ -MD -MF z.d -c x.cc").dependency_file, "z.d");
    EXPECT_EQ(read("g++ -Wp,-MMD,z.d -c x.cc").dependency_file, "z.d");
    EXPECT_TRUE(read("g++ -MD -c x.cc").dependencies_on_system);
    EXPECT_FALSE(read("g++ -MMD -c x.cc").dependencies_on_system);
}

TEST(ReadCommand, expands_response_files) {
    Workspace const workspace;
    workspace.write("flags", "-c \"a b.cc\" -o 'y z.o' -DX=\\\"q\\\"");
    CompilerCommand const command = read("g++ @flags");
    EXPECT_EQ(command.source, "a b.cc");
    EXPECT_EQ(command.output, "y z.o");
    EXPECT_EQ(command.arguments.back(), "-DX=\"q\"");
    EXPECT_EQ(command.words, (std::vector<std::string>{"g++", "@flags"}));
    EXPECT_FALSE(compiles("g++ @absent"));
}

TEST(Command, sources_of_c_are_read_where_they_are_wanted) {
    CompilerCommand const command = read_command({"gcc", "-c", "x.c"}, Languages::c_and_cxx);
    EXPECT_TRUE(command.compiles);
    EXPECT_EQ(command.language, Language::c);
    EXPECT_FALSE(read_command({"gcc", "-c", "x.c"}).compiles);
    EXPECT_EQ(read_command({"g++", "-c", "x.c"}, Languages::c_and_cxx).language, Language::cxx);
    EXPECT_EQ(read_command({"clang", "-x", "c", "-c", "x.h"}, Languages::c_and_cxx).language,
              Language::c);
}

TEST(Command, launchers_stand_before_the_compiler) {
    CompilerCommand const command =
        read_command({"reorder", "--plan", "p", "--", "g++", "-c", "x.cc"});
    EXPECT_TRUE(command.compiles);
    EXPECT_EQ(command.program, "g++");
    EXPECT_EQ(command.launchers, (std::vector<std::string>{"reorder", "--plan", "p", "--"}));
    EXPECT_TRUE(read_command({"g++", "-c", "x.cc"}).launchers.empty());
}

} // namespace
} // namespace rewrite
