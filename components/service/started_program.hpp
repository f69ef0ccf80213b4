// SPDX-License-Identifier: BSD-2-Clause
// A program that was started: its domain, and what was taken for it besides.
#pragma once

#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/domain/domain.hpp>
#include <flat/memory/quota.hpp>

namespace flat::service {

class ElfPrograms;

/// The domain, as whoever has loaded the program sees it.
class StartedProgram final : public domain::Domain, NonCopyable {
public:
    /// With a block of frames for its file and arguments.
    StartedProgram(ElfPrograms& programs, memory::Quota& quota, paddr room, u32 order)
        : programs_(programs), quota_(quota), room_(room), order_(order) {}

    Span<u8> room() const;
    u32 order() const { return order_; }
    memory::Quota& quota() const { return quota_; }
    void begin(domain::Domain& domain) { domain_ = &domain; }

    void start() override { domain_->start(); }
    u32 join() override { return domain_->join(); }
    u32 outlive() override { return domain_->outlive(); }
    void release() override;

    void* narrow(InterfaceId id) override;

private:
    ElfPrograms& programs_;
    memory::Quota& quota_;
    paddr const room_;
    u32 const order_;
    domain::Domain* domain_ = nullptr;
};

} // namespace flat::service
