// SPDX-License-Identifier: BSD-2-Clause
// A component object as a boot module, as it is and damaged.
#pragma once

#include <core/image/boot_module.hpp>
#include <core/image/loadable.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>

namespace flat::extensible {

/// The boot module of this name, which must be there.
inline Span<u8 const> module_file(Text name) {
    for (u32 i = 0; i < flat_module_count; ++i)
        if (Text(flat_modules[i].name) == name)
            return {flat_modules[i].begin, flat_modules[i].size_bytes};
    panic("there is no boot module `{}`", name);
}

/// What this domain's interface of a type has for a digest.
inline u64 digest_of(Text type) {
    for (u64 i = 0; i < flat_interface_count; ++i)
        if (Text(flat_interfaces[i].type) == type) return flat_interfaces[i].digest;
    panic("this domain has no {}", type);
}

/// A copy of a file with one sequence of bytes replaced by another one as long. Panics if the file
/// has none.
class ChangedFile : NonCopyable {
public:
    ChangedFile(memory::Objects& objects, Span<u8 const> file, Span<u8 const> from,
                Span<u8 const> to)
        : objects_(objects) {
        auto const place = objects.allocate(file.size());
        if (place.is_error()) panic("there is no memory for a copy");
        copy_ = Span<u8>(pointer_to<u8>(place.value()), file.size());
        memcpy(copy_.data(), file.data(), file.size());
        bool is_changed = false;
        for (usize at = 0; at + from.size() <= copy_.size(); ++at) {
            if (memcmp(&copy_[at], from.data(), from.size()) != 0) continue;
            memcpy(&copy_[at], to.data(), to.size());
            is_changed = true;
        }
        if (!is_changed) panic("the file would be as it was");
    }
    ~ChangedFile() { objects_.free(address_of(copy_.data()), copy_.size()); }

    Span<u8 const> bytes() const { return copy_; }

private:
    memory::Objects& objects_;
    Span<u8> copy_;
};

} // namespace flat::extensible
