// SPDX-License-Identifier: BSD-2-Clause
// Keeps every domain of the assembly running, for a kernel whose own work they serve.
#include <domains/servants.hpp>

#include <core/say.hpp>
#include <domains/make_one.hpp>

namespace flat::domains {

Servants::Servants(Ports const& ports, Attributes const& attributes)
    : ServantsComponent(ports, attributes) {
    assert(flat_domain_count <= boot::domains_max);
    for (u32 i = 0; i < flat_domain_count; ++i)
        posts_[i].begin(*this, i);
}

void Servants::Post::begin(Servants& servants, u32 image) {
    servants_ = &servants;
    image_ = image;
    fill();
    auto const made = servants.threads->create({});
    if (made.is_error()) panic("no memory for the thread that keeps {}", flat_domains[image].name);
    narrow_to<thread::Thread>(*made.value())->start(*this);
}

void Servants::Post::fill() {
    domain_ = &make_one(*servants_->domains, image_);
    domain_->start();
}

void Servants::Post::run() {
    for (u32 restarts = 0;; ++restarts) {
        u32 const status = domain_->outlive();
        domain_->release();
        if (status == 0 || restarts == servants_->restarts) return;
        say(*servants_->log, "domain {} has failed: made anew", flat_domains[image_].name);
        fill();
    }
}

} // namespace flat::domains
