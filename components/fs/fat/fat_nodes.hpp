// SPDX-License-Identifier: BSD-2-Clause
// What files and directories of FAT have in common.
#pragma once

#include <fs/fat/fat_volume.hpp>

namespace flat::fs::fat {

/// A node with an entry and a chain of clusters, over that of all nodes of its kind.
template<class Base>
class Stored : public Base {
public:
    template<class... More>
    Stored(FatVolume& volume, Place const& place, More... more)
        : Base(volume, place.facts(), more...), disk_(volume),
          record_(*this, volume.services().objects, place) {}

    u64 sectors() override { return u64{chain().size()} * (disk_.layout().cluster_bytes() / 512); }
    Outcome<void> save() override {
        record_.update(this->size_bytes());
        return disk_.save(record_);
    }
    Outcome<void> erase() override { return disk_.clusters().cut(chain(), 0); }

    /// Everything is the superuser's.
    Outcome<void> set_owner(u32 owner, u32 group) override {
        if (owner != 0 || group != 0) return FsError{FsError::Code::not_supported};
        return disk_.check_writable();
    }

    void* narrow(InterfaceId id) override {
        return id == Record::interface_id ? &record_ : Base::narrow(id);
    }

    Record& record() { return record_; }

protected:
    ~Stored() = default;

    FatVolume& disk() { return disk_; }
    ClusterChain& chain() { return record_.chain(); }

private:
    FatVolume& disk_;
    Record record_;
};

} // namespace flat::fs::fat
