// SPDX-License-Identifier: BSD-2-Clause
// The domains that an inspector asks.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/service/inspected.hpp>

namespace flat::service {

/// Holds each, which may be hostile and may be gone: one that has not answered when it was asked
/// last gives up its place for another one, and no other does. One thread asks; any may add.
class Enrolled : NonCopyable {
public:
    static constexpr u32 domains_max = 32;

    /// Where the answers go.
    class Writer {
    public:
        virtual void write(Text line) = 0;

    protected:
        ~Writer() = default;
    };

    /// Holds one more, and returns how many there are. Released is what is held already, as an
    /// object is whose domain hands it over again, and one for which there is no place.
    Result<u32, InspectError> add(Inspected& domain);

    /// Writes what all of them answer. Blocks as long as they do.
    void ask(Inspected::Question question, Writer& writer);

private:
    static constexpr u32 lines_max = 100'000; // of one domain

    struct Place {
        Inspected* domain = nullptr;
        bool is_asked = false;  // now
        bool is_silent = false; // it was asked, and did not answer
    };

    struct Places {
        bool has(Inspected const& domain) const;
        Place* room();

        Place all[domains_max];
        u32 taken = 0;
    };

    Inspected* begin(u32 number);
    void end(u32 number, bool has_answered);

    Guarded<Places> places_;
};

} // namespace flat::service
