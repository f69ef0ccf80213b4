// SPDX-License-Identifier: BSD-2-Clause
// Asks the root task for anything, as a task that has a grant to make others; and serves them so.
#pragma once

#include <core/text.hpp>
#include <flat/demo/tally.hpp>
#include <keeping/hostile_maker.flat.hpp>
#include <keeping/random.hpp>

namespace flat::keeping {

/// Random words where requests have theirs, most of them nearly right: its own task and others',
/// names, sizes, faults that it has not had. Each task of it does something else.
class HostileMaker : public HostileMakerComponent {
public:
    using HostileMakerComponent::HostileMakerComponent;

    void run() override;

    Result<u32, demo::LedgerError> enroll(demo::Tally& member) override;
    Result<u64, demo::LedgerError> ask(u32 number, u64 amount) override;
    Result<void, demo::LedgerError> hide(u32 number) override;
    Result<void, demo::LedgerError> clear() override;

private:
    void send(u32 messages);
    void send();
    void write_name();
    u64 label();
    u64 word();
    u64 random() { return random_.next(); }

    demo::Tally* held_ = nullptr;
    Random random_{0}; // by its task, once it runs
};

} // namespace flat::keeping
