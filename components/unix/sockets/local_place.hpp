// SPDX-License-Identifier: BSD-2-Clause
// Where sockets within the system are found.
#pragma once

#include <flat/fs/names.hpp>
#include <unix/errno.hpp>
#include <unix/program_thread.hpp>
#include <unix/sockets/local_name.hpp>

namespace flat::unix::sockets {

/// An abstract name; or the node at a path, which is held, so that it is the same whatever the path
/// is called later.
class LocalPlace : NonCopyable {
public:
    LocalPlace() = default;
    ~LocalPlace() { let_go(); }

    LocalName const& name() const { return name_; }
    bool is_empty() const { return name_.is_empty(); }
    bool is_same(LocalPlace const& other) const {
        return node_ || other.node_ ? node_ == other.node_ : name_ == other.name_;
    }

    /// Reads an address and finds the node at its path, to which the process must be able to write.
    /// EINVAL, ECONNREFUSED if it is no socket, errors of paths. May block.
    i64 find(Task& task, fs::Names& names, Span<u8 const> address);

    /// Reads an address and makes the node. EADDRINUSE if there is one; EINVAL if `is_bound`.
    i64 make(Task& task, fs::Names& names, Span<u8 const> address, bool is_bound);

    /// Becomes an abstract name, in place of no name.
    void choose(u32 number) { name_.choose(number); }

    void swap(LocalPlace& other) {
        name_ = exchange(other.name_, name_);
        node_ = exchange(other.node_, node_);
    }

    /// Has the name alone: where nobody is found.
    void copy_name(LocalPlace const& other) { name_ = other.name_; }

private:
    Span<u8 const> path() const;
    Result<fs::Node*, Errno> find_node(Task& task, fs::Names& names) const;
    Result<fs::Node*, Errno> make_node(Task& task, fs::Names& names, bool is_bound) const;
    void let_go() {
        if (node_) exchange(node_, nullptr)->release();
    }

    LocalName name_;
    fs::Node* node_ = nullptr;
};

} // namespace flat::unix::sockets
