// SPDX-License-Identifier: BSD-2-Clause
// The configuration space of PCI, by two ports.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <platform/pci_configuration.flat.hpp>

namespace flat::platform {

/// Configuration mechanism #1 (PCI Local Bus 3.0, section 3.2.2.3.2): one port says which register
/// the other one shows.
class PciConfiguration : public PciConfigurationComponent, NonCopyable {
public:
    using PciConfigurationComponent::PciConfigurationComponent;

    u32 read(u32 function, u32 offset) override;
    void write(u32 function, u32 offset, u32 value) override;

private:
    /// The pair of ports, which nobody else may use between choosing a register and accessing it.
    struct Window {
        static void choose(u32 function, u32 offset);
    };

    Guarded<Window> window_;
};

} // namespace flat::platform
