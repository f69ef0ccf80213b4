// SPDX-License-Identifier: BSD-2-Clause
// Directories, files and links of a file system of processes.
#pragma once

#include <flat/fs/generated_file.hpp>
#include <flat/fs/node_link.hpp>
#include <fs/nodes/directory_node.hpp>
#include <fs/nodes/link_node.hpp>
#include <fs/proc/proc_volume.hpp>

namespace flat::fs::proc {

/// What is never changed; its volume refuses that before anybody is asked here.
template<class Base>
class Shown : public Base {
public:
    using Base::Base;

    u64 sectors() override { return 0; }
    Outcome<void> save() override { return FsError{FsError::Code::read_only}; }
    Outcome<void> erase() override { return {}; }

protected:
    ~Shown() = default;

    ProcVolume& proc() { return static_cast<ProcVolume&>(this->volume()); }
    u32 process() const { return ProcVolume::process_of(this->number()); }
    u32 thread() const { return ProcVolume::thread_of(this->number()); }
};

/// The root, with a directory for each process and for each folder of what others show; or one of
/// these; or in it `task`, with a directory for each thread, or `fd`, with a link for each
/// descriptor; or one of the threads'.
class ProcDirectory final : public Shown<DirectoryNode> {
public:
    using Shown::Shown;

    void destroy() override { volume().dispose(*this); }

private:
    bool is_of_threads() const { return ProcVolume::file_of(number()) == ProcVolume::threads; }
    bool is_of_descriptors() const {
        return ProcVolume::file_of(number()) == ProcVolume::descriptors;
    }
    /// Whether it is a folder of what others show.
    bool is_shown() const { return ProcVolume::is_of_shown(number()); }
    Maybe<u32> shown_from(u32 text);
    u64 number_of_shown(u32 text) const;
    Entry shown_entry(u32 text, u64 next, Span<u8> name);
    u64 around() const;
    u64 place_of(KnownFile const& known, u64 index) const;
    u32 next_number(u32 from);
    u64 number_of_numbered(u32 wanted) const;
    Outcome<u64> find(Text name) override;
    Outcome<void> add_name(Text, NodeBase&) override { return FsError{FsError::Code::read_only}; }
    Outcome<void> remove_name(Text) override { return FsError{FsError::Code::read_only}; }
    Outcome<void> change_name(Text, NodeBase&) override {
        return FsError{FsError::Code::read_only};
    }
    Outcome<bool> is_empty() override { return false; }
    Outcome<Entry> entry_at(u64 place, Span<u8> name) override;
};

/// A text that is made when it is read.
class ProcFile final : public Shown<NodeBase>, public GeneratedFile {
public:
    ProcFile(Volume& volume, Facts const& facts, KnownFile const& known)
        : Shown(volume, facts), known_(known) {}

    Outcome<u32> generate(Span<u8> text) override;
    void destroy() override { volume().dispose(*this); }
    void* narrow(InterfaceId id) override {
        if (id == GeneratedFile::interface_id) return static_cast<GeneratedFile*>(this);
        return NodeBase::narrow(id);
    }

private:
    KnownFile const& known_;
};

/// A text that somebody else writes.
class ShownFile final : public Shown<NodeBase>, public GeneratedFile {
public:
    using Shown::Shown;

    Outcome<u32> generate(Span<u8> text) override;
    void destroy() override { volume().dispose(*this); }
    void* narrow(InterfaceId id) override {
        if (id == GeneratedFile::interface_id) return static_cast<GeneratedFile*>(this);
        return NodeBase::narrow(id);
    }
};

/// `self`, the process that reads it.
class OwnLink final : public Shown<LinkNode> {
public:
    using Shown::Shown;

    Outcome<u32> target(Span<u8> destination) override;
    Outcome<void> set_target(Span<u8 const>) override { return FsError{FsError::Code::read_only}; }
    void destroy() override { volume().dispose(*this); }
};

/// A link to what a process has.
class ProcNodeLink final : public Shown<NodeBase>, public NodeLink {
public:
    ProcNodeLink(Volume& volume, Facts const& facts, unix::ProcessList::Place which)
        : Shown(volume, facts), which_(which) {}

    Outcome<u32> target(Span<u8> destination) override;
    Outcome<Node*> destination(Finder* finder) override;
    void destroy() override { volume().dispose(*this); }
    void* narrow(InterfaceId id) override {
        if (id == NodeLink::interface_id) return static_cast<NodeLink*>(this);
        if (id == SymbolicLink::interface_id) return static_cast<SymbolicLink*>(this);
        return NodeBase::narrow(id);
    }

private:
    u32 descriptor() const { return thread() - 1; }

    unix::ProcessList::Place const which_;
};

} // namespace flat::fs::proc
