// SPDX-License-Identifier: BSD-2-Clause
// Names that a node had since somebody holds it, and where they went.
#pragma once

#include <core/containers/list.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>

namespace flat::fs {

class NodeBase;

/// A name that moved or was removed. The text of a removed one follows it in memory.
struct LeftName {
    bool is_removed() const { return size != 0; }
    Text text() const { return Text(reinterpret_cast<char const*>(this + 1), size); }

    NodeBase* directory; // where it was
    u64 name;            // by its number
    NodeBase* to;        // where it moved, or where it was: held
    u64 name_there;
    u32 size; // of the text; 0: it has moved
    ListLink<LeftName> link;
};

/// Who has found a node by a name and holds it learns here where it is now: what names are is paid
/// for when they change, which is seldom, and not when they are found. Without memory, and of more
/// than `names_max` names of one node, nothing is known. Callers hold the lock of the file system.
class LeftNames : NonCopyable {
public:
    static constexpr u32 names_max = 64;

    bool is_empty() const { return names_.is_empty(); }

    /// A name goes to another directory, or gets another text there; `to` is held for that.
    bool moved(memory::Objects& objects, NodeBase& from, u64 name, NodeBase& to, u64 new_name);

    /// A name is gone; `from` is held for that.
    bool removed(memory::Objects& objects, NodeBase& from, Text name);

    /// The one that was known of a name; it is no longer in the list. Null if there was none.
    LeftName* take(NodeBase const& directory, u64 name);
    LeftName* take_any();

    /// What is known of a name: of one that moved, of the last one it became.
    LeftName const* find(NodeBase const& directory, u64 name) const;

    /// The first that was removed, which of directories is the only one; null if none was.
    LeftName const* first_removed() const;

private:
    LeftName* match(NodeBase const& directory, u64 name) const;
    bool add(memory::Objects& objects, LeftName const& what, Text text);

    u32 count_ = 0;
    IntrusiveList<LeftName, &LeftName::link> names_;
};

} // namespace flat::fs
