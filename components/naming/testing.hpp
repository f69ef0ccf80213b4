// SPDX-License-Identifier: BSD-2-Clause
// Objects and targets for the tests of naming.
#pragma once

#include <core/format.hpp>
#include <core/utility.hpp>
#include <flat/core/name.hpp>
#include <flat/demo/stage.hpp>
#include <flat/memory/objects.hpp>

#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace flat::naming::testing {

/// The host's allocator, which knows what is taken.
class FakeObjects : public memory::Objects, NonCopyable {
public:
    ~FakeObjects() {
        for (auto const& [address, bytes] : taken_)
            ::free(pointer_to<void>(address));
    }
    Result<vaddr, memory::MemoryError> allocate(usize bytes) override {
        if (taken_.size() == left)
            return memory::MemoryError{memory::MemoryError::Code::out_of_memory};
        usize const rounded = (bytes + 63) / 64 * 64;
        void* const place = std::memset(aligned_alloc(64, rounded), 0, rounded);
        taken_[address_of(place)] = bytes;
        return address_of(place);
    }
    void free(vaddr address, usize bytes) override {
        auto const found = taken_.find(address);
        assert(found != taken_.end() && found->second == bytes);
        taken_.erase(found);
        ::free(pointer_to<void>(address));
    }
    usize count() const { return taken_.size(); }

    usize left = 1'000'000;

private:
    std::map<vaddr, usize> taken_;
};

/// A component with one interface.
class Target : public demo::Stage, NonCopyable {
public:
    u64 pass(u64 value) override { return value + 1; }
    void* narrow(InterfaceId id) override {
        return id == demo::Stage::interface_id ? static_cast<demo::Stage*>(this) : nullptr;
    }
};

/// The serialized form of a name.
inline std::string form_of(core::Name& name) {
    std::string form(name.to_byte({}), ' ');
    u32 const size = name.to_byte(Span<u8>(reinterpret_cast<u8*>(form.data()), form.size()));
    assert(size == form.size());
    return form;
}

/// What a buffer of an interface takes.
inline Span<u8 const> bytes_of(std::string const& text) {
    return Span<u8 const>(reinterpret_cast<u8 const*>(text.data()), text.size());
}

} // namespace flat::naming::testing
