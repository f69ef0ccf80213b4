// SPDX-License-Identifier: BSD-2-Clause
// Uses names and handles as nobody should: each way is another one.
#pragma once

#include <proxies/counted_tally.hpp>
#include <proxies/forger.flat.hpp>

namespace flat::proxies {

/// What is never allowed ends it; where it is allowed all the same, it stays, with its name
/// `services/taken`, which is looked for.
class Forger : public ForgerComponent, NonCopyable {
public:
    using ForgerComponent::ForgerComponent;

    /// How many ways there are.
    static constexpr u64 ways = 9;

    void run() override;

private:
    /// Ends its domain in the middle of a call.
    class Broken : public CountedTally {
    public:
        Result<u64, demo::LedgerError> add(u64 amount) override;
    };

    /// Is called as nothing but a resource.
    class Plain : public core::AbstractResource {
    public:
        void release() override {}
        void* narrow(InterfaceId id) override {
            bool const is_resource = id == core::AbstractResource::interface_id;
            return is_resource ? static_cast<core::AbstractResource*>(this) : nullptr;
        }
    };

    core::AbstractResource& found(Text path);
    core::AbstractResource* exported(core::AbstractResource& target, Text hint);
    void call_released();
    void narrow_released();
    void export_name();
    void hoard_names();
    void hoard_objects();
    void call_itself();
    void forge_type();
    void call_unlisted();
    void call_raw(u64 number);

    CountedTally tally_;
    Broken broken_;
    Plain plain_;
};

} // namespace flat::proxies
