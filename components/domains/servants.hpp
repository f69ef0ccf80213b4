// SPDX-License-Identifier: BSD-2-Clause
// Keeps every domain of the assembly running, for a kernel whose own work they serve.
#pragma once

#include <core/image/boot_module.hpp>
#include <core/utility.hpp>
#include <domains/servants.flat.hpp>
#include <flat/domain/domain.hpp>
#include <flat/thread/thread.hpp>

namespace flat::domains {

/// They run as soon as threads do, beside the kernel's entry, which does not wait for them: whoever
/// calls one waits until it serves. One that fails is given back with all that it had, and made
/// anew, and its callers go on with that one. Panics if memory does not suffice for the domains
/// that the assembly has.
class Servants : public ServantsComponent, NonCopyable {
public:
    Servants(Ports const& ports, Attributes const& attributes);

private:
    /// One domain after the other of an image.
    class Post : public thread::Thread::Body {
    public:
        void begin(Servants& servants, u32 image);

    private:
        void run() override;
        void fill();

        Servants* servants_ = nullptr;
        u32 image_ = 0;
        domain::Domain* domain_ = nullptr;
    };

    Post posts_[boot::domains_max];
};

} // namespace flat::domains
