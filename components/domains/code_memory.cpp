// SPDX-License-Identifier: BSD-2-Clause
// Memory for code in this domain, where the domain itself can ask for it.
#include <domains/code_memory.hpp>

#include <core/utility.hpp>
#include <domain/code_pages.hpp>
#include <domain/page.hpp>
#include <flat/memory/code_region.hpp>

#include <new>

namespace flat::domains {

using memory::MappingError;
using Code = MappingError::Code;

/// The pages that were taken by one call.
class CodeMemory::Region final : public memory::CodeRegion, NonCopyable {
public:
    Region(memory::Objects& records, vaddr base, u64 pages)
        : records_(records), base_(base), pages_(pages) {}

    vaddr base() override { return base_; }

    Result<void, MappingError> seal(u64 first_page, u64 pages, bool is_executable) override {
        if (pages == 0 || pages > pages_ || first_page > pages_ - pages)
            return MappingError{Code::invalid};
        if (!domain::seal_code_pages(base_ + first_page * domain::page_size, pages, is_executable))
            return MappingError{Code::forbidden};
        return {};
    }

    void release() override {
        domain::release_code_pages(base_, pages_);
        memory::Objects& records = records_;
        this->Region::~Region();
        records.free(address_of(this), sizeof(Region));
    }

    void* narrow(InterfaceId id) override {
        if (id == memory::CodeRegion::interface_id) return static_cast<memory::CodeRegion*>(this);
        if (id == core::AbstractResource::interface_id)
            return static_cast<core::AbstractResource*>(this);
        return id == Top::interface_id ? static_cast<Top*>(this) : nullptr;
    }

private:
    memory::Objects& records_;
    vaddr const base_;
    u64 const pages_;
};

Result<memory::CodeRegion*, MappingError> CodeMemory::take(u64 pages) {
    if (pages == 0) return MappingError{Code::invalid};
    auto const place = records->allocate(sizeof(Region));
    if (place.is_error()) return MappingError{Code::out_of_memory};
    if (vaddr const base = domain::take_code_pages(pages))
        return new (pointer_to<void>(place.value())) Region(*records, base, pages);
    records->free(place.value(), sizeof(Region));
    return MappingError{Code::out_of_memory};
}

} // namespace flat::domains
