// SPDX-License-Identifier: BSD-2-Clause
// What the operations of a file system cost when all is in memory. After Choices 1991, section 3.7
// and table 6, which count seconds.
#include <fs/costs/file_costs.hpp>

#include <core/measure/probe.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <core/top.hpp>

namespace flat::fs::costs {

namespace {

constexpr Directory::Beginning a_file{Node::Kind::file, 0644, 0, 0, 0};
constexpr Directory::Beginning a_directory{Node::Kind::directory, 0755, 0, 0, 0};

/// What is asked for here succeeds, or nothing is counted.
template<class T, class Error>
T must(Result<T, Error> result, Text what) {
    if (result.is_error()) panic("cannot {}", what);
    if constexpr (!SameAs<T, void>) return result.value();
}

} // namespace

void FileCosts::run() {
    Holding<Directory> const root(must(names->root(), "find the root"));
    make(*root, "outer", a_directory).release();
    make(*root, "outer/inner", a_directory).release();
    Holding<File> const from(narrow_to<File>(make(*root, "outer/inner/from", a_file)));
    Holding<File> const to(narrow_to<File>(make(*root, "outer/inner/to", a_file)));
    auto const block = must(memory->allocate(file_order), "take memory");
    Span<u8> const bytes(pointer_to<u8>(block.address), file_bytes);
    must(from->write(0, bytes), "write a file");
    must(to->write(0, bytes), "write a file");
    measure_names(*root);
    measure_contents(*from, bytes.first(block_bytes));
    measure_copies(*from, *to, bytes);
    memory->free(block);
    say(*log, "all operations were counted");
}

template<class Act, class Undo>
void FileCosts::measure(Text operation, Act const& act, Undo const& undo) {
    u64 least = ~u64(0);
    for (u32 i = 0; i < rounds; ++i) {
        ProbeRecord before, after;
        probe(before);
        act();
        probe(after);
        undo();
        ProbeRecord const cost = difference(before, after);
        if (cost.valid && cost.kernel_instructions < least) least = cost.kernel_instructions;
    }
    say(*log, "{}: {} times", operation, rounds);
    if (least == ~u64(0)) return; // nobody counts
    say(*log, "@record {}\"operation\": \"{}\", \"kernel\": {}{}", "{", operation, least, "}");
}

template<class Act>
void FileCosts::measure(Text operation, Act const& act) {
    measure(operation, act, [] {});
}

void FileCosts::measure_names(Directory& root) {
    constexpr Text path = "outer/inner/from";
    constexpr Text fresh = "fresh";
    Node* found = nullptr;
    auto const open = [&] {
        found = must(names->resolve(root, root, path.bytes(), true), "open a file");
    };
    auto const close = [&] { found->release(); };
    measure("open", open, close);
    open();
    measure("close", close, open);
    measure("attributes", [&] { static_cast<void>(found->attributes()); });
    close();
    Holding<Directory> const in(
        must(names->resolve_parent(root, root, path.bytes()), "find a directory"));
    auto const create = [&] { found = must(in->create(fresh.bytes(), a_file), "create a file"); };
    auto const remove = [&] { must(in->unlink(fresh.bytes()), "remove a file"); };
    measure("create", create, [&] {
        close();
        remove();
    });
    create();
    close();
    measure("unlink", remove, [&] {
        create();
        close();
    });
    remove();
}

void FileCosts::measure_contents(File& file, Span<u8> bytes) {
    Node& node = file;
    measure("size", [&] { static_cast<void>(narrow_to<File>(node)->current_size_bytes()); });
    measure("read 1", [&] { must(file.read(0, bytes.first(1)), "read"); });
    measure("read 8192", [&] { must(file.read(0, bytes), "read"); });
    measure("write 1", [&] { must(file.write(0, bytes.first(1)), "write"); });
    measure("write 8192", [&] { must(file.write(0, bytes), "write"); });
}

void FileCosts::measure_copies(File& from, File& to, Span<u8> bytes) {
    Span<u8> const room = bytes.first(block_bytes);
    measure("copy 1 MiB by 8192", [&] {
        for (u64 offset = 0; offset < file_bytes; offset += block_bytes) {
            must(from.read(offset, room), "read");
            must(to.write(offset, room), "write");
        }
    });
    measure("write 1 MiB", [&] { must(to.write(0, bytes), "write"); });
}

/// Makes a node with a path, held.
Node& FileCosts::make(Directory& root, Text path, Directory::Beginning const& as) {
    Holding<Directory> const in(must(names->resolve_parent(root, root, path.bytes()), "go there"));
    Names::Last const last = names->last(path.bytes());
    Text const name = path.after(last.offset).first(last.bytes);
    return *must(in->create(name.bytes(), as), "make a node");
}

} // namespace flat::fs::costs
