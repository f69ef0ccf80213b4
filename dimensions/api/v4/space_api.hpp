// SPDX-License-Identifier: BSD-2-Clause
// The L4 X.2 share of an address space: where the kernel interface page and the UTCBs lie.
#pragma once

#include <api/encodings.hpp>
#include <api/mapping/mapped_pages.hpp>
#include <api/mapping/space_ports.hpp>
#include <core/containers/list.hpp>
#include <machine/space_base.hpp>

namespace flat {
class Space;
}

namespace flat::api {

/// Areas that the kernel maps itself, and the one space in which addresses are physical.
class SpaceApi : public virtual machine::SpaceBase {
public:
    /// Whether SpaceControl has placed both areas; threads can become active from then on.
    bool is_configured() const { return !utcb_area_.is_nil(); }

    Fpage interface_page_area() const { return interface_page_area_; }
    Fpage utcb_area() const { return utcb_area_; }

    /// Places both areas.
    void configure(Fpage interface_page_area, Fpage utcb_area) {
        interface_page_area_ = interface_page_area;
        utcb_area_ = utcb_area;
    }

    /// Whether the areas stay where they are: there has been an active thread, whose mappings may
    /// be anywhere else.
    bool are_areas_fixed() const { return are_areas_fixed_; }
    void fix_areas() { are_areas_fixed_ = true; }

    /// Whether the kernel owns the translations of some page of this region.
    bool is_kernel_area(Fpage region) const {
        return region.overlaps(interface_page_area_) || region.overlaps(utcb_area_);
    }

    /// Whether every address stands for the same physical address: sigma0's space (X.2, 7.2).
    bool is_physical() const { return is_physical_; }
    void make_physical() { is_physical_ = true; }

    /// Whether its threads may create threads and spaces (X.2, section 2.4).
    bool is_privileged() const { return is_privileged_; }
    void make_privileged() { is_privileged_ = true; }

    /// The receiver of what threads send to others than their neighbours and its own (X.2, section
    /// 4.2); any: there is no redirection.
    ThreadId redirector() const { return redirector_; }
    void set_redirector(ThreadId redirector) { redirector_ = redirector; }
    bool is_redirected() const { return redirector_ != ThreadId::any(); }

    /// Frames of the kernel's memory that the space takes for its tables, UTCBs and the nodes of
    /// its mappings of memory and ports, but for its root.
    u32 kernel_frames() const { return kernel_frames_; }
    void charge(u32 frames) { kernel_frames_ += frames; }
    void discharge(u32 frames) { kernel_frames_ -= frames; }

    /// How many threads live here.
    u32 thread_count() const { return thread_count_; }
    void add_thread() { ++thread_count_; }
    void remove_thread() { --thread_count_; }

    /// What other spaces have mapped into this one.
    MappedPages& mapped() { return mapped_; }

    /// The ports that others have passed on to this one.
    SpacePorts& ports() { return ports_; }

    ListLink<Space> burial_link; ///< among those that have no thread any more

    /// How far the end of a space has come.
    struct Burial {
        bool has_begun = false;
        u64 utcb_bytes = 0; ///< of the area of UTCBs that have been freed
    };
    Burial& burial() { return burial_; }

private:
    MappedPages mapped_;
    SpacePorts ports_;
    Burial burial_;
    Fpage interface_page_area_;
    Fpage utcb_area_;
    ThreadId redirector_ = ThreadId::any();
    u32 kernel_frames_ = 0;
    u32 thread_count_ = 0;
    bool are_areas_fixed_ = false;
    bool is_physical_ = false;
    bool is_privileged_ = false;
};

} // namespace flat::api
