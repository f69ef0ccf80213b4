// SPDX-License-Identifier: BSD-2-Clause
// Messages of a PCI function: MSI-X (PCI Local Bus 3.0, section 6.8.2).
#include <bus/pci_function.hpp>

#include <core/assert.hpp>

namespace flat::bus {

Result<void, DeviceError> PciFunction::connect(u32 number, Interrupt& interrupt) {
    auto const connected = connect_message(number, interrupt);
    if (connected.is_error()) interrupt.release();
    return connected;
}

Result<void, DeviceError> PciFunction::connect_message(u32 number, Interrupt& interrupt) {
    if (!messages || number >= vectors_max || vectors_[number].interrupt)
        return DeviceError{DeviceError::no_such_interrupt};
    MessageTable const table = TRY(find_messages(number));
    Vector& vector = vectors_[number];
    auto const message = messages->connect(vector);
    if (message.is_error()) return DeviceError{DeviceError::no_such_interrupt};
    vector.controller = &*messages;
    vector.interrupt = &interrupt;
    vector.message = message.value();
    vector.number = number;

    u32 const entry = table.offset + number * msix::ENTRY_BYTES;
    paddr const address = vector.message.address;
    write32(table.region, entry + msix::ENTRY_ADDRESS_LOW, static_cast<u32>(address));
    write32(table.region, entry + msix::ENTRY_ADDRESS_HIGH, static_cast<u32>(address >> 32));
    write32(table.region, entry + msix::ENTRY_DATA, vector.message.data);
    write32(table.region, entry + msix::ENTRY_CONTROL, 0);
    u32 const control = configuration(table.capability) & ~msix::FUNCTION_MASK;
    set_configuration(table.capability, control | msix::ENABLE);
    change_command(0, pci_command::INTERRUPT_DISABLE);
    return {};
}

/// The table, opened and large enough for this vector.
Result<PciFunction::MessageTable, DeviceError> PciFunction::find_messages(u32 vector) {
    u32 const found = capability(pci_capability_msix, 0);
    if (found == 0) return DeviceError{DeviceError::no_such_interrupt};
    u32 const last = configuration(found) >> msix::TABLE_SIZE_SHIFT & msix::TABLE_SIZE_MASK;
    if (vector > last) return DeviceError{DeviceError::no_such_interrupt};
    u32 const place = configuration(found + msix::TABLE_REGISTER);
    MessageTable const table{found, place & msix::REGION_MASK, place & ~msix::REGION_MASK};
    u64 const bytes = TRY(open(table.region));
    if (u64{table.offset} + (u64{vector} + 1) * msix::ENTRY_BYTES > bytes)
        return DeviceError{DeviceError::misbehaves};
    return table;
}

void PciFunction::disconnect_messages() {
    u32 const found = capability(pci_capability_msix, 0);
    if (found != 0) set_configuration(found, configuration(found) & ~msix::ENABLE);
    for (Vector& vector : vectors_) {
        if (!vector.interrupt) continue;
        messages->disconnect(vector.message);
        flat::exchange(vector.interrupt, nullptr)->release();
    }
}

void PciFunction::Vector::handle(u32) {
    interrupt->interrupted(number);
    controller->acknowledge();
}

} // namespace flat::bus
