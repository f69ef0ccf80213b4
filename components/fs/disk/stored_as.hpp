// SPDX-License-Identifier: BSD-2-Clause
// Nodes that a table of the disk has, with a tree of blocks.
#pragma once

#include <core/bits.hpp>
#include <fs/disk/mapped_file.hpp>
#include <fs/nodes/link_node.hpp>

namespace flat::fs {

/// What all nodes of a format have in common, over that of all nodes of their kind. `F` names the
/// format's `Volume`, its `Node`, which has facts and a storage, and its `Map`, a tree of blocks
/// with that storage.
template<class Base, class F>
class StoredAs : public Base {
public:
    template<class... More>
    StoredAs(typename F::Volume& volume, typename F::Node const& node, More... more)
        : Base(volume, node.facts, more...), map_(volume, node.storage), disk_(volume) {}

    u64 sectors() override { return map_.storage().sectors; }
    Outcome<void> save() override {
        map_.storage().size_bytes = this->size_bytes();
        return disk_.save(this->facts(), map_.storage());
    }
    Outcome<void> give_excess() override {
        if (!disk_.is_writable() || !has_blocks()) return {};
        if (!TRY(map_.trim(this->size_bytes()))) return {};
        this->count();
        return save();
    }
    Outcome<void> write_back() override {
        TRY(Base::write_back());
        return give_excess();
    }
    Outcome<void> erase() override {
        if (has_blocks()) TRY(map_.cut(0));
        return disk_.erase(this->facts(), map_.storage());
    }

protected:
    ~StoredAs() = default;

    /// Whether its pointers are such to blocks.
    virtual bool has_blocks() { return true; }

    typename F::Map& map() { return map_; }
    auto& storage() { return map_.storage(); }
    typename F::Volume& disk() { return disk_; }

private:
    typename F::Map map_;
    typename F::Volume& disk_;
};

/// A file.
template<class F>
class FileOf : public StoredAs<MappedFile, F> {
public:
    FileOf(typename F::Volume& volume, typename F::Node const& node)
        : StoredAs<MappedFile, F>(volume, node, node.storage.size_bytes) {}

    Outcome<void> erase() override {
        this->close_pages();
        return StoredAs<MappedFile, F>::erase();
    }

protected:
    ~FileOf() = default;

    Outcome<void> shrink() override {
        u32 const bytes = this->map().shape().table_bytes;
        Outcome<void> const outcome = this->map().cut(divide_up<u64>(this->size_bytes(), bytes));
        TRY(this->save());
        return outcome;
    }

private:
    Outcome<u64> find_unit(u64 index, Patience patience) override {
        return this->map().find_unit(index, patience);
    }
    Outcome<u64> take_unit(u64 index, u64 near) override {
        return this->map().take_unit(index, near);
    }
    u64 first_near() override { return this->map().first_near(this->number()); }
    u64 direct_bytes() override {
        return u64{this->map().shape().direct} * this->map().shape().table_bytes;
    }
};

/// A file of a format in which a unit is a block.
template<class F>
class StoredFile final : public FileOf<F> {
public:
    using FileOf<F>::FileOf;

    void destroy() override {
        this->close_pages();
        this->disk().dispose(*this);
    }
};

/// A device, a pipe, a socket.
template<class F>
class StoredSpecial final : public StoredAs<NodeBase, F> {
public:
    using StoredAs<NodeBase, F>::StoredAs;

    void destroy() override { this->disk().dispose(*this); }

private:
    bool has_blocks() override { return false; }
};

} // namespace flat::fs
