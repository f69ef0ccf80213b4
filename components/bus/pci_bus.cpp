// SPDX-License-Identifier: BSD-2-Clause
// Which functions there are on the PCI buses, and their owners.
#include <bus/pci_bus.hpp>

#include <bus/pci_compatibility.hpp>
#include <core/assert.hpp>
#include <core/bits.hpp>

namespace flat::bus {

namespace {

constexpr u32 devices_per_bus = 32;
constexpr u32 functions_per_device = 8;

constexpr u32 address_of_function(u32 bus, u32 device, u32 function) {
    return bus << 8 | device << 3 | function;
}

} // namespace

PciBus::PciBus(Ports const& ports, Attributes const& attributes)
    : PciBusComponent(ports, attributes) {
    Buses buses = {true}; // found: the first one, and what bridges lead to
    for (u32 bus = 0; bus < buses_max; ++bus)
        if (buses[bus]) scan_bus(bus, buses);
}

/// Bridges lead to buses of higher numbers; what leads back is not believed.
void PciBus::scan_bus(u32 bus, Buses& buses) {
    for (u32 device = 0; device < devices_per_bus; ++device) {
        for (u32 function = 0; function < functions_per_device; ++function) {
            u32 const address = address_of_function(bus, device, function);
            bool const is_there = u16(get(address, PciRegister::IDENTITY)) != pci_no_vendor;
            if (!is_there && function == 0) break;
            if (!is_there) continue;
            u32 const header = get(address, PciRegister::HEADER) >> pci_header_shift;
            add(address, header, buses);
            if (function == 0 && !(header & pci_header_is_multifunction)) break;
        }
    }
}

void PciBus::add(u32 address, u32 header, Buses& buses) {
    if ((header & pci_header_type_mask) == pci_header_bridge)
        buses[get(address, PciRegister::BUSES) >> 8 & 0xff] = true;
    if (count_ == functions_max) return;
    u32 const identity = get(address, PciRegister::IDENTITY);
    places_[count_++].function = {address, u16(identity), u16(identity >> 16),
                                  get(address, PciRegister::CLASS) >> 8};
}

PciBus::Function PciBus::function(u32 index) {
    assert(index < count_);
    return places_[index].function;
}

PciBus::Place* PciBus::find(u32 address) {
    for (u32 i = 0; i < count_; ++i)
        if (places_[i].function.address == address) return &places_[i];
    return nullptr;
}

Result<u32, DeviceError> PciBus::claim(u16 vendor, u16 device) {
    for (u32 i = 0; i < count_; ++i) {
        Place& place = places_[i];
        if (place.is_claimed || place.function.vendor != vendor || place.function.device != device)
            continue;
        place.is_claimed = true;
        return place.function.address;
    }
    return DeviceError{DeviceError::no_such_device};
}

void PciBus::release(u32 address) {
    disconnect_line(address);
    if (Place* const place = find(address)) place->is_claimed = false;
}

u32 PciBus::read(u32 address, u32 offset) {
    bool const is_register = offset < pci_configuration_bytes && offset % sizeof(u32) == 0;
    return is_register && find(address) ? configuration->read(address, offset) : ~u32(0);
}

void PciBus::write(u32 address, u32 offset, u32 value) {
    bool const is_register = offset < pci_configuration_bytes && offset % sizeof(u32) == 0;
    if (is_register && find(address)) configuration->write(address, offset, value);
}

/// Section 6.2.5.1: a function shows which bits of an address it decodes after all ones were
/// written; meanwhile it must decode nothing.
PciBus::Bar PciBus::bar(u32 address, u32 number) {
    Place const* const place = find(address);
    if (number >= pci_bars || !place) return {};
    PciCompatibility const compatibility(place->function.class_code);
    if (compatibility.has(number)) return compatibility.region(number);
    u32 const offset = u32(PciRegister::BASE_ADDRESS_0) + number * u32(sizeof(u32));
    u32 const command = get(address, PciRegister::COMMAND) & pci_command::MASK;
    write(address, u32(PciRegister::COMMAND),
          command & ~(pci_command::IO_SPACE | pci_command::MEMORY_SPACE));
    auto const decoded = [&](u32 which) {
        u32 const before = read(address, which);
        write(address, which, ~u32(0));
        u32 const mask = read(address, which);
        write(address, which, before);
        return mask;
    };
    u32 const low = read(address, offset);
    bool const is_memory = !(low & pci_bar::IS_IO);
    bool const is_wide =
        is_memory && (low & pci_bar::TYPE_MASK) == pci_bar::TYPE_64_BITS && number + 1 < pci_bars;
    u32 const flags = is_memory ? pci_bar::MEMORY_FLAGS : pci_bar::IO_FLAGS;
    u64 base = low & ~flags;
    u64 mask = decoded(offset) & ~flags;
    if (is_wide) {
        base |= u64(read(address, offset + 4)) << 32;
        mask |= u64(decoded(offset + 4)) << 32;
    }
    write(address, u32(PciRegister::COMMAND), command);
    return {base, mask == 0 ? 0 : bit(lowest_bit(mask)), is_memory};
}

u32 PciBus::capability(u32 address, u8 id, u32 after) {
    constexpr u32 first = 0x40; // what lies before is no capability
    constexpr u32 most = (pci_configuration_bytes - first) / sizeof(u32);
    if (!find(address) || !(get(address, PciRegister::COMMAND) & pci_status_capabilities_list))
        return 0;
    u32 offset = get(address, PciRegister::CAPABILITIES) & 0xfc;
    bool is_after = after == 0;
    for (u32 seen = 0; offset >= first && seen < most; ++seen) {
        u32 const value = configuration->read(address, offset);
        if (is_after && u8(value) == id) return offset;
        if (offset == after) is_after = true;
        offset = value >> 8 & 0xfc;
    }
    return 0;
}

} // namespace flat::bus
