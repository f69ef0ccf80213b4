// SPDX-License-Identifier: BSD-2-Clause
// Between a link and what is above it: loses frames, repeats and damages them, and lets
// them overtake others.
#pragma once

#include <core/guarded.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <net/links/lossy_link.flat.hpp>
#include <net/links/passed_link.hpp>

namespace flat::net::links {

/// A bad cable, for tests of protocols. A frame that is late comes after the next one in its
/// direction; of one that is damaged a bit is wrong. The link's own statistics are those of the
/// cable that works.
class LossyLink : public PassedLink<LossyLinkComponent>, NonCopyable {
public:
    using PassedLink::PassedLink;

    Result<void, LinkError> send(Message& frame) override;
    void received(Message& frame) override;

private:
    enum class Fate { arrives, lost, repeated, late, damaged };

    /// A frame that waits for the next one.
    class Late {
    public:
        explicit Late(BufferPool& pool) : frame_(pool) {}

        /// Takes it, and lets another one wait if it is late, too.
        void exchange(Message& taken, Message& frame, bool is_late) {
            auto const guard = order_.lock();
            taken = flat::move(frame_);
            if (is_late) frame_ = flat::move(frame);
        }

    private:
        Guarded<u32> order_; // guards the frame, which cannot be made without its pool
        Message frame_;
    };

    u64 draw();
    Fate decide();
    void damage(Message& frame);
    template<class Pass>
    void carry(Message& frame, Late& late, Pass const& pass);

    Guarded<u64> random_;
    Late late_out_{buffers->pool()};
    Late late_in_{buffers->pool()};
};

} // namespace flat::net::links
