// SPDX-License-Identifier: BSD-2-Clause
// One component that was loaded into a running domain.
#include <service/loaded.hpp>

#include <service/object_loader.hpp>

namespace flat::service {

u32 Loaded::name(Span<u8> destination) {
    return Text(description_->name).write_to(destination);
}

Result<Top*, LoadError> Loaded::bind(u64 type) {
    if (!component_->narrow(InterfaceId{type})) return LoadError{LoadError::Code::wrong_type};
    holders_.fetch_add(1);
    return component_;
}

void Loaded::release() {
    if (holders_.fetch_subtract(1, MemoryOrder::acquire_release) == 1) loader_.unload(*this);
}

void* Loaded::narrow(InterfaceId id) {
    if (id == LoadedComponent::interface_id) return static_cast<LoadedComponent*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    return nullptr;
}

void Loaded::construct(Loadable const& description, void* const* ports) {
    description_ = &description;
    component_ = &description.construct(ports);
}

void Loaded::end() {
    if (component_) description_->destroy();
    for (u32 i = 0; i < kept_count_; ++i)
        kept_[i]->release();
    region_.release();
}

} // namespace flat::service
