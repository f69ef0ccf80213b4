// SPDX-License-Identifier: BSD-2-Clause
// Names of any bytes, and of any number of them, for tests of formats.
#pragma once

#include <fs/testing.hpp>

#include <cstdlib>
#include <filesystem>

namespace flat::fs::testing {

/// Names as long as they can be, which have all bytes that names can have between them.
inline std::vector<std::string> names_of_any_bytes(usize bytes_max) {
    std::vector<std::string> names(1);
    for (u32 byte = 1; byte < 256; ++byte) {
        if (byte == '/') continue;
        if (names.back().size() == bytes_max) names.emplace_back();
        names.back().push_back(static_cast<char>(byte));
    }
    for (char filling = 'a'; names.back().size() < bytes_max; ++filling)
        names.back().push_back(filling);
    return names;
}

/// Makes files of these names, and moves them to others and back.
inline void make_names_of_any_bytes(Paths& paths, usize bytes_max) {
    for (std::string const& each : names_of_any_bytes(bytes_max)) {
        EXPECT_EQ(paths.make("/" + each, Node::Kind::file), std::nullopt);
        EXPECT_EQ(paths.make("/" + each + "x", Node::Kind::file), Code::name_too_long);
        EXPECT_EQ(paths.write("/" + each, 0, Bytes(each.begin(), each.end())), std::nullopt);
        EXPECT_EQ(paths.rename("/" + each, "/x"), std::nullopt);
        EXPECT_EQ(paths.rename("/x", "/" + each), std::nullopt);
    }
}

/// They are there, and nothing else; then they are removed.
inline void expect_names_of_any_bytes(Paths& paths, usize bytes_max) {
    auto names = names_of_any_bytes(bytes_max);
    for (std::string const& each : names)
        EXPECT_EQ(paths.read("/" + each), Bytes(each.begin(), each.end()));
    std::sort(names.begin(), names.end());
    EXPECT_EQ(paths.list("/"), names);
    for (std::string const& each : names)
        EXPECT_EQ(paths.unlink("/" + each), std::nullopt);
    EXPECT_EQ(paths.list("/"), std::vector<std::string>());
}

/// How many names large directories have.
inline u32 many_names() {
    return std::getenv("FLAT_EXHAUSTIVE") ? 100'000 : 2000;
}

inline std::string one_of_many(u32 number) {
    return "name-" + std::to_string(number);
}

/// Has a folder of the host's have them, as links of few files: a format has no more nodes for them
/// than it takes.
inline void make_many_on_host(std::string const& folder) {
    constexpr u32 links = 30'000;
    std::filesystem::create_directories(folder + "/many");
    std::string first;
    for (u32 i = 0; i < many_names(); ++i) {
        std::string const place = folder + "/many/" + one_of_many(i);
        if (i % links != 0) {
            std::filesystem::create_hard_link(first, place);
            continue;
        }
        first = place;
        EXPECT_GE(std::fclose(std::fopen(place.c_str(), "w")), 0);
    }
}

/// A directory with many names is listed; some are found, removed, moved and made.
inline void use_many_names(Paths& paths) {
    auto const names = paths.list("/many");
    EXPECT_EQ(names.size(), many_names());
    EXPECT_TRUE(std::adjacent_find(names.begin(), names.end()) == names.end());
    for (u32 i = 0; i < many_names(); i += many_names() / 20 + 3) {
        std::string const one = "/many/" + one_of_many(i);
        std::string const next = "/many/" + one_of_many(i + 1);
        EXPECT_EQ(paths.attributes(one).kind, Node::Kind::file);
        EXPECT_EQ(paths.make(one, Node::Kind::file), Code::exists);
        EXPECT_EQ(paths.unlink(one), std::nullopt);
        EXPECT_EQ(paths.rename(next, one + "-moved"), std::nullopt);
        EXPECT_EQ(paths.make(next + "-new", Node::Kind::directory, 0755), std::nullopt);
        EXPECT_EQ(code_of(paths.node(next)), Code::not_found);
    }
    EXPECT_EQ(paths.remove_directory("/many"), Code::not_empty);
    EXPECT_EQ(paths.list("/many").size(), many_names());
}

} // namespace flat::fs::testing
