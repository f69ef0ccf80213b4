// SPDX-License-Identifier: BSD-2-Clause
// Enrolls with what others call of it, and adds for whoever calls.
#include <keeping/worker.hpp>

#include <keeping/worker_number.hpp>

namespace flat::keeping {

using demo::LedgerError;

void Worker::run() {
    auto const entered = roster->enroll(tally_);
    if (entered.is_ok()) number_ = entered.value();
}

Result<u64, LedgerError> Worker::add(u64 amount) {
    sum_ += amount;
    return number_ * worker_number_factor + sum_;
}

/// A fault, in the middle of a call.
Result<void, LedgerError> Worker::close() {
    *pointer_to<u64 volatile>(0) = number_;
    return {};
}

void* Worker::Own::narrow(InterfaceId id) {
    if (id == demo::Tally::interface_id) return static_cast<demo::Tally*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::keeping
