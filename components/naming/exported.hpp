// SPDX-License-Identifier: BSD-2-Clause
// What whoever exports an object holds: its release takes the name away.
#pragma once

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <flat/core/naming_graph.hpp>
#include <flat/memory/objects.hpp>
#include <naming/path.hpp>

namespace flat::naming {

/// A name in a context, to which what it designates was given.
class Exported final : public core::AbstractResource, NonCopyable {
public:
    /// The text has at most `text_max` bytes; its own memory is of `objects`.
    Exported(memory::Objects& objects, core::NamingGraph& context, Text text)
        : objects_(objects), context_(context), size_(text.size()) {
        memcpy(text_, text.data(), size_);
    }

    void release() override;
    void* narrow(InterfaceId wanted) override;

private:
    memory::Objects& objects_;
    core::NamingGraph& context_;
    usize const size_;
    char text_[text_max];
};

} // namespace flat::naming
