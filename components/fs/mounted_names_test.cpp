// SPDX-License-Identifier: BSD-2-Clause
// Tests of paths through file systems.
#include <fs/mounted_names.hpp>

#include <core/disk/found_directory.hpp>
#include <fs/ram_files.hpp>
#include <fs/testing.hpp>

#include <functional>

namespace flat::fs {
namespace {

using testing::Bytes;
using testing::Code;
using testing::code_of;
using testing::SomeFiles;
using testing::SomeNames;
using testing::span_of;
using Kind = Node::Kind;
using std::nullopt;

/// Allows what has a mode with the bit to search for others.
class OthersMaySearch final : public SearchRule {
public:
    bool may_search(Directory& directory) override {
        return (directory.attributes().mode & 1) != 0;
    }
};

/// Files whose sync does something before it fails, or does not.
class SyncedFiles final : public FileSystem {
public:
    explicit SyncedFiles(FileSystem& files) : files_(files) {}

    Result<Directory*, FsError> root() override { return files_.root(); }
    Statistics statistics() override { return files_.statistics(); }
    Faults faults() override { return files_.faults(); }
    Result<void, FsError> sync() override {
        if (on_sync) on_sync();
        if (failure) return FsError{*failure};
        return files_.sync();
    }
    Result<void, FsError> unmount() override { return files_.unmount(); }
    void* narrow(InterfaceId id) override { return files_.narrow(id); }

    std::function<void()> on_sync;
    std::optional<Code> failure;

private:
    FileSystem& files_;
};

/// Memory that ends when a test says so.
class ScantObjects final : public memory::Objects {
public:
    explicit ScantObjects(memory::Objects& from) : from_(from) {}

    Result<vaddr, memory::MemoryError> allocate(usize bytes) override {
        if (is_out) return memory::MemoryError{memory::MemoryError::Code::out_of_memory};
        return from_.allocate(bytes);
    }
    void free(vaddr address, usize bytes) override { from_.free(address, bytes); }

    bool is_out = false;

private:
    memory::Objects& from_;
};

class FsMountedNames : public ::testing::Test {
protected:
    FsMountedNames() {
        for (char const* const each : {"/d", "/d/e", "/m"})
            EXPECT_EQ(paths.make(each, Kind::directory), nullopt);
        EXPECT_EQ(paths.make("/d/f", Kind::file), nullopt);
    }

    std::string path(Directory& root, std::string const& of) {
        Holding<Node> node(paths.node(of).value());
        u8 room[4096];
        auto const size = names.path(root, *narrow_to<Directory>(*node), room);
        if (size.is_error()) return "none";
        return std::string(reinterpret_cast<char const*>(room), size.value());
    }
    /// A node that is held, and where it was found.
    struct Found {
        Holding<Node> node;
        FoundDirectory in;
    };
    void find(std::string const& of, Found& found) {
        Directory& root = paths.root();
        found.node.take(names.find(root, root, span_of(of), true, found.in).value());
    }
    std::string path_of(Found& found) {
        u8 room[4096];
        auto const told =
            names.path_of(paths.root(), *found.node, found.in.get(), found.in.name(), room);
        if (told.is_error()) return "none";
        std::string const text(reinterpret_cast<char const*>(room), told.value().bytes);
        return text + (told.value().is_removed ? " (deleted)" : "");
    }
    u64 number(std::string const& of) { return paths.attributes(of).number; }
    void mount(std::string const& at) { mount(at, other); }
    void mount(std::string const& at, FileSystem& what) {
        Holding<Node> node(paths.node(at).value());
        ASSERT_TRUE(names.mount(*narrow_to<Directory>(*node), what).is_ok());
    }
    auto unmount(std::string const& at) {
        return code_of(names.unmount(paths.root(), paths.root(), span_of(at)));
    }
    std::string last(std::string const& of) {
        auto const found = names.last(span_of(of));
        return of.substr(found.offset, found.bytes) + (found.is_directory ? "/" : "");
    }

    testing::Kernel kernel;
    RamFilesComponent::Ports ports{.objects = kernel.objects,
                                   .contents = kernel.frames,
                                   .pages = kernel.pages,
                                   .threads = kernel.threads,
                                   .clock = {}};
    SomeFiles files{ports, {}};
    SomeFiles other{ports, {}};
    SomeNames names{kernel, files};
    testing::Paths paths{names};
};

TEST_F(FsMountedNames, paths_lead_along_names) {
    EXPECT_EQ(number("d/e"), number("//d///e//"));
    EXPECT_EQ(number("/d/e/.."), number("/d"));
    EXPECT_EQ(number("/../../d/./e"), number("/d/e"));
    EXPECT_EQ(code_of(paths.node("")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/d/f/")), Code::not_directory);
    EXPECT_EQ(code_of(paths.node("/d/f/..")), Code::not_directory);
    EXPECT_EQ(code_of(paths.node("/" + std::string(5000, 'a'))), Code::name_too_long);
    EXPECT_EQ(last("/a/b"), "b");
    EXPECT_EQ(last("b//"), "b/");
    EXPECT_EQ(last("/"), "/");
}

TEST_F(FsMountedNames, symbolic_links_are_followed_where_they_should) {
    EXPECT_EQ(paths.make_link("/l", "d/f"), nullopt);
    EXPECT_EQ(paths.make_link("/d/up", "../d/e"), nullopt);
    EXPECT_EQ(paths.make_link("/d/e/root", "/"), nullopt);
    EXPECT_EQ(paths.make_link("/none", "nowhere"), nullopt);
    EXPECT_EQ(number("/l"), paths.attributes("/l").number);
    EXPECT_EQ(paths.attributes("/l").kind, Kind::symbolic_link);
    EXPECT_EQ(paths.attributes("/l").size_bytes, 3u);
    EXPECT_EQ(number("/d/up/root/d/up/"), number("/d/e"));
    EXPECT_EQ(paths.write("/l", 0, {5}), nullopt);
    EXPECT_EQ(paths.read("/d/f"), Bytes{5});
    EXPECT_EQ(code_of(paths.node("/none")), Code::not_found);
    EXPECT_EQ(paths.target("/none"), "nowhere");
    EXPECT_EQ(code_of(paths.node("/l/")), Code::not_directory);
    EXPECT_EQ(paths.make_link("/long", std::string(4096, 'x')), Code::name_too_long);
}

TEST_F(FsMountedNames, links_that_lead_to_links_end) {
    EXPECT_EQ(paths.make_link("/x", "y"), nullopt);
    EXPECT_EQ(paths.make_link("/y", "x"), nullopt);
    EXPECT_EQ(code_of(paths.node("/x")), Code::too_many_symbolic_links);
    std::string previous = "d";
    for (int i = 0; i < 41; ++i) {
        std::string const name = "c" + std::to_string(i);
        EXPECT_EQ(paths.make_link("/" + name, previous), nullopt);
        previous = name;
    }
    EXPECT_EQ(number("/c39/e"), number("/d/e"));
    EXPECT_EQ(code_of(paths.node("/c40/e")), Code::too_many_symbolic_links);
    std::string const slashes(3000, '/');
    EXPECT_EQ(paths.make_link("/wide", slashes + "wide"), nullopt);
    EXPECT_EQ(code_of(paths.node("/wide" + slashes)), Code::too_many_symbolic_links);
}

TEST_F(FsMountedNames, a_file_system_covers_a_directory) {
    mount("/m");
    EXPECT_EQ(paths.make("/m/inside", Kind::directory), nullopt);
    EXPECT_EQ(paths.list("/m"), std::vector<std::string>{"inside"});
    EXPECT_EQ(number("/m/.."), number("/"));
    EXPECT_EQ(number("/m/inside/../../d"), number("/d"));
    EXPECT_EQ(path(paths.root(), "/m/inside"), "/m/inside");
    EXPECT_EQ(paths.link("/d/f", "/m/f"), Code::cross_device);
    EXPECT_EQ(paths.rename("/d/f", "/m/f"), Code::cross_device);
    EXPECT_EQ(paths.remove_directory("/m"), Code::busy);
    EXPECT_EQ(paths.rename("/m", "/n"), Code::busy);
    Holding<Node> inside(paths.node("/m/inside").value());
    EXPECT_EQ(unmount("/m"), Code::busy);
    EXPECT_EQ(paths.list("/m"), std::vector<std::string>{"inside"});
    inside.take(nullptr);
    EXPECT_EQ(unmount("/d"), Code::invalid);
    EXPECT_EQ(unmount("/m"), nullopt);
    EXPECT_TRUE(paths.list("/m").empty());
    EXPECT_EQ(paths.remove_directory("/m"), nullopt);
}

TEST_F(FsMountedNames, nothing_is_mounted_twice) {
    mount("/m");
    Holding<Node> covered(paths.node("/d").value());
    EXPECT_EQ(code_of(names.mount(*narrow_to<Directory>(*covered), other)), Code::busy);
    Holding<Node> top(paths.node("/m").value());
    EXPECT_EQ(code_of(names.mount(*narrow_to<Directory>(*top), other)), Code::busy);
}

TEST_F(FsMountedNames, paths_lead_through_directories_that_a_rule_allows) {
    OthersMaySearch rule;
    SomeNames guarded{
        {.first = files, .objects = kernel.objects, .threads = kernel.threads, .rule = rule}, {}};
    testing::Paths strict{guarded};
    EXPECT_EQ(paths.make("/open", Kind::directory, 0701), nullopt);
    EXPECT_EQ(paths.make("/open/shut", Kind::directory, 0700), nullopt);
    EXPECT_EQ(paths.make("/open/shut/f", Kind::file), nullopt);
    EXPECT_EQ(strict.make("/open/new", Kind::file), nullopt);
    EXPECT_EQ(code_of(strict.node("/open/shut/f")), Code::forbidden);
    EXPECT_EQ(code_of(strict.node("/open/shut/none")), Code::forbidden);
    EXPECT_EQ(code_of(strict.node("/open/shut/..")), Code::forbidden);
    EXPECT_EQ(code_of(strict.node("/open/none")), Code::not_found);
    Holding<Node> shut(strict.node("/open/shut").value()); // itself can be found
    EXPECT_EQ(shut->attributes().mode, 0700u);
    Holding<Node> inner(paths.node("/open/shut/f").value()); // without a rule
    EXPECT_EQ(inner->attributes().links, 1u);
}

TEST_F(FsMountedNames, at_the_end_all_is_unmounted_but_what_is_held) {
    SomeFiles inner(ports, {});
    mount("/m");
    EXPECT_EQ(paths.make("/m/in", Kind::directory), nullopt);
    Holding<Node> in(paths.node("/m/in").value());
    ASSERT_TRUE(names.mount(*narrow_to<Directory>(*in), inner).is_ok());
    EXPECT_EQ(names.unmount_all().value(), 1u); // `in` is held; what was mounted on it is not
    EXPECT_EQ(unmount("/m/in"), Code::invalid);
    in.take(nullptr);
    EXPECT_EQ(names.unmount_all().value(), 0u);
    EXPECT_TRUE(paths.list("/m").empty());
    EXPECT_EQ(names.unmount_all().value(), 0u);
}

TEST_F(FsMountedNames, while_a_file_system_is_synced_paths_are_followed_and_it_is_in_use) {
    SyncedFiles slow(other);
    mount("/m", slow);
    EXPECT_EQ(paths.make("/m/in", Kind::directory), nullopt);
    u32 syncs = 0;
    slow.on_sync = [&] {
        ++syncs;
        EXPECT_EQ(paths.list("/m"), std::vector<std::string>{"in"});
        EXPECT_EQ(unmount("/m"), Code::busy);
    };
    EXPECT_TRUE(names.sync_all().is_ok());
    EXPECT_EQ(syncs, 1u);
    EXPECT_EQ(unmount("/m"), nullopt);
}

TEST_F(FsMountedNames, of_file_systems_that_fail_to_sync_the_first_says_why) {
    SyncedFiles first(files), mounted(other);
    SomeNames failing{
        {.first = first, .objects = kernel.objects, .threads = kernel.threads, .rule = {}}, {}};
    testing::Paths found{failing};
    Holding<Node> at(found.node("/m").value());
    ASSERT_TRUE(failing.mount(*narrow_to<Directory>(*at), mounted).is_ok());
    Holding<Node> held(found.node("/m").value()); // stays mounted, and is synced
    first.failure = Code::io;
    EXPECT_EQ(code_of(failing.sync_all()), Code::io);
    EXPECT_EQ(code_of(failing.unmount_all()), Code::io);
    mounted.failure = Code::no_space;
    EXPECT_EQ(code_of(failing.sync_all()), Code::no_space);
    EXPECT_EQ(code_of(failing.unmount_all()), Code::no_space);
}

TEST_F(FsMountedNames, directories_tell_their_paths) {
    EXPECT_EQ(path(paths.root(), "/d/e"), "/d/e");
    EXPECT_EQ(path(paths.root(), "/"), "/");
    Holding<Node> node(paths.node("/d").value());
    auto& jail = *narrow_to<Directory>(*node);
    EXPECT_EQ(path(jail, "/d/e"), "/e");
    EXPECT_EQ(path(jail, "/m"), "none");
    Holding<Node> up(names.resolve(jail, jail, span_of("/../.."), true).value());
    EXPECT_EQ(up.get(), node.get());
}

TEST_F(FsMountedNames, without_memory_links_are_not_followed) {
    EXPECT_EQ(paths.make_link("/l", "d"), nullopt);
    memory::testing::FakeFrames none{domain::page_size, paddr{3} << 30};
    ASSERT_TRUE(none.allocate(0).is_ok());
    memory::Slabs empty{{.frames = none}, {}};
    SomeNames poor{{.first = files, .objects = empty, .threads = kernel.threads, .rule = {}}, {}};
    EXPECT_EQ(code_of(poor.resolve(paths.root(), paths.root(), span_of("l"), true)),
              Code::out_of_memory);
}

TEST_F(FsMountedNames, a_node_that_was_found_knows_its_path) {
    mount("/m");
    EXPECT_EQ(paths.make("/m/f", Kind::file), nullopt);
    EXPECT_EQ(paths.make_link("/l", "m/../d/f"), nullopt);
    for (auto const& [asked, told] :
         {std::pair("/d/f", "/d/f"), {"/l", "/d/f"}, {"//d/./e/../f", "/d/f"}, {"/m/f", "/m/f"}}) {
        Found found;
        find(asked, found);
        EXPECT_EQ(path_of(found), told);
    }
    for (char const* const each : {"/", "/d/e", "/m"}) {
        Found found;
        find(each, found);
        EXPECT_EQ(path_of(found), each);
    }
}

TEST_F(FsMountedNames, it_knows_where_its_name_has_moved) {
    Found found;
    find("/d/f", found);
    EXPECT_EQ(paths.rename("/d/f", "/d/e/g"), nullopt);
    EXPECT_EQ(path_of(found), "/d/e/g");
    Found moved;
    find("/d/e/g", moved);
    EXPECT_EQ(paths.rename("/d/e/g", "/d/f"), nullopt);
    EXPECT_EQ(path_of(found), "/d/f");
    EXPECT_EQ(path_of(moved), "/d/f");
    EXPECT_EQ(paths.rename("/d", "/x"), nullopt);
    EXPECT_EQ(path_of(found), "/x/f");
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(paths.rename("/x/f", "/x/g"), nullopt);
        EXPECT_EQ(paths.rename("/x/g", "/x/f"), nullopt);
    }
    EXPECT_EQ(path_of(found), "/x/f");
    EXPECT_EQ(path_of(moved), "/x/f");
}

TEST_F(FsMountedNames, it_knows_its_path_before_its_name_was_removed) {
    Found file;
    Found directory;
    Found other;
    find("/d/f", file);
    find("/d/e", directory);
    EXPECT_EQ(paths.link("/d/f", "/h"), nullopt);
    find("/h", other);
    EXPECT_EQ(paths.unlink("/d/f"), nullopt);
    EXPECT_EQ(paths.remove_directory("/d/e"), nullopt);
    EXPECT_EQ(path_of(file), "/d/f (deleted)");
    EXPECT_EQ(path_of(directory), "/d/e (deleted)");
    EXPECT_EQ(path_of(other), "/h");
    EXPECT_EQ(paths.remove_directory("/d"), nullopt);
    EXPECT_EQ(path_of(file), "/d/f (deleted)");
    EXPECT_EQ(path_of(directory), "/d/e (deleted)");
    EXPECT_EQ(paths.make("/i", Kind::file), nullopt);
    EXPECT_EQ(paths.rename("/i", "/h"), nullopt);
    EXPECT_EQ(path_of(other), "/h (deleted)");
}

TEST_F(FsMountedNames, a_name_that_comes_back_is_one) {
    Found found;
    find("/d/f", found);
    EXPECT_EQ(paths.link("/d/f", "/h"), nullopt);
    EXPECT_EQ(paths.unlink("/d/f"), nullopt);
    EXPECT_EQ(path_of(found), "/d/f (deleted)");
    EXPECT_EQ(paths.link("/h", "/d/f"), nullopt);
    EXPECT_EQ(path_of(found), "/d/f");
}

TEST_F(FsMountedNames, a_name_that_fails_to_come_back_is_still_known_as_removed) {
    ScantObjects objects(kernel.objects);
    SomeFiles scant({.objects = objects,
                     .contents = kernel.frames,
                     .pages = kernel.pages,
                     .threads = kernel.threads,
                     .clock = {}},
                    {});
    SomeNames only(kernel, scant);
    testing::Paths in{only};
    EXPECT_EQ(in.make("/f", Kind::file), nullopt);
    Found found;
    found.node.take(only.find(in.root(), in.root(), span_of("/f"), true, found.in).value());
    EXPECT_EQ(in.link("/f", "/h"), nullopt);
    EXPECT_EQ(in.unlink("/f"), nullopt);
    objects.is_out = true;
    EXPECT_EQ(in.link("/h", "/f"), Code::out_of_memory);
    objects.is_out = false;
    u8 room[8];
    auto const told = only.path_of(in.root(), *found.node, found.in.get(), found.in.name(), room);
    ASSERT_TRUE(told.is_ok());
    EXPECT_TRUE(told.value().is_removed);
}

TEST_F(FsMountedNames, many_names_that_have_left_are_forgotten_with_their_node) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(paths.make("/n0", Kind::file), nullopt);
        Found first;
        find("/n0", first);
        for (int name = 0; name < 100; ++name)
            EXPECT_EQ(paths.rename("/n" + std::to_string(name), "/n" + std::to_string(name + 1)),
                      nullopt);
        Found last;
        find("/n100", last);
        EXPECT_EQ(path_of(first), "none");
        EXPECT_EQ(path_of(last), "/n100");
        EXPECT_EQ(paths.unlink("/n100"), nullopt);
    }
}

TEST_F(FsMountedNames, it_knows_many_directories_that_were_removed_around_it) {
    std::string deep = "/r";
    for (int i = 0; i < 1500; ++i) {
        EXPECT_EQ(paths.make(deep, Kind::directory), nullopt);
        deep += "/r";
    }
    deep.resize(deep.size() - 2);
    Found found;
    find(deep, found);
    for (std::string each = deep; !each.empty(); each.resize(each.size() - 2))
        EXPECT_EQ(paths.remove_directory(each), nullopt);
    EXPECT_EQ(path_of(found), deep + " (deleted)");
}

} // namespace
} // namespace flat::fs
