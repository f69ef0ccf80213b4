// SPDX-License-Identifier: BSD-2-Clause
// Frames of which no more than a limit are out.
#include <memory/limited_frames.hpp>

#include <domain/page.hpp>

namespace flat::memory {

namespace {

constexpr MemoryError out_of_memory{MemoryError::Code::out_of_memory};
constexpr u32 order_max = 63 - domain::page_size_log2;

constexpr u64 bytes_of_order(u32 order) {
    return u64{domain::page_size} << order;
}

} // namespace

LimitedFrames::LimitedFrames(Objects& objects, Frames& source, u64 limit_bytes)
    : objects_(objects), source_(source) {
    account_.lock()->limit_bytes = limit_bytes;
}

Result<paddr, MemoryError> LimitedFrames::allocate(u32 order) {
    if (order > order_max) return MemoryError{MemoryError::Code::invalid};
    if (!charge(bytes_of_order(order))) return out_of_memory;
    auto const block = source_.allocate(order);
    if (block.is_error()) discharge(bytes_of_order(order));
    return block;
}

void LimitedFrames::free(paddr base, u32 order) {
    source_.free(base, order);
    discharge(bytes_of_order(order));
}

Result<void, MemoryError> LimitedFrames::reserve(paddr base, u64 size_bytes) {
    if (!charge(size_bytes)) return out_of_memory;
    auto const reserved = source_.reserve(base, size_bytes);
    if (reserved.is_error()) discharge(size_bytes);
    return reserved;
}

u64 LimitedFrames::free_bytes() {
    return min(account_.lock()->left_bytes(), source_.free_bytes());
}

u64 LimitedFrames::limit_bytes() {
    return account_.lock()->limit_bytes;
}

u64 LimitedFrames::used_bytes() {
    return account_.lock()->used_bytes;
}

void LimitedFrames::set_limit(u64 bytes) {
    account_.lock()->limit_bytes = bytes;
}

void LimitedFrames::release() {
    assert(used_bytes() == 0); // or frames would be out that nobody can give back
    Objects& objects = objects_;
    this->LimitedFrames::~LimitedFrames();
    objects.free(address_of(this), sizeof(LimitedFrames));
}

void* LimitedFrames::narrow(InterfaceId id) {
    if (id == Quota::interface_id) return static_cast<Quota*>(this);
    if (id == Frames::interface_id) return static_cast<Frames*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    return nullptr;
}

bool LimitedFrames::charge(u64 bytes) {
    auto const account = account_.lock();
    if (bytes > account->left_bytes()) return false;
    account->used_bytes += bytes;
    return true;
}

void LimitedFrames::discharge(u64 bytes) {
    auto const account = account_.lock();
    assert(bytes <= account->used_bytes);
    account->used_bytes -= bytes;
}

} // namespace flat::memory
