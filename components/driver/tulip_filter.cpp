// SPDX-License-Identifier: BSD-2-Clause
// Digital's Tulip network cards: which frames are received (the manual's section 4.2.3).
#include <core/memory.hpp>
#include <driver/tulip.hpp>

namespace flat::driver {

using net::LinkError;

namespace {

/// Section 4.2.3: 16 bits of an address in the lower half of each of three longwords.
void put_filter_address(u8* place, u64 address) {
    u8 bytes[hardware_address_bytes];
    store_hardware_address(bytes, address);
    for (u32 i = 0; i < hardware_address_bytes; ++i)
        place[i / 2 * 4 + i % 2] = bytes[i];
}

constexpr u64 broadcast = 0xffff'ffff'ffff;
static_assert(MulticastGroups::size_max + 2 <= tulip_setup_addresses);

} // namespace

Result<void, LinkError> Tulip::set_promiscuous(bool is_wanted) {
    if (!is_working_) return LinkError{LinkError::broken};
    is_promiscuous_ = is_wanted;
    return set_filter();
}

Result<void, LinkError> Tulip::join(u64 group) {
    if (!is_working_) return LinkError{LinkError::broken};
    return TRY(groups_.join(group)) ? set_filter() : Result<void, LinkError>();
}

void Tulip::leave(u64 group) {
    if (groups_.leave(group) && is_working_) (void)set_filter(); // else more come
}

/// The card's own address, that of all, and the groups; what is left repeats the own one. They go
/// through the ring of what is sent. Should the card not have read those before yet, it reads
/// these, perhaps in part, and then again.
Result<void, LinkError> Tulip::set_filter() {
    auto const transmit = transmit_.lock();
    take_sent(*transmit);
    if (room(*transmit) == 0) return LinkError{LinkError::full};
    u8* const setup = pointer_to<u8>(shared_.address) + setup_offset;
    constexpr u32 place_bytes = tulip_setup_bytes / tulip_setup_addresses;
    auto const groups = groups_.all();
    for (usize i = 0; i < tulip_setup_addresses; ++i) {
        bool const has_group = i >= 2 && i - 2 < groups.size();
        u64 const address = has_group ? groups[i - 2] : i == 1 ? broadcast : address_;
        put_filter_address(setup + i * place_bytes, address);
    }
    u32 const all = is_promiscuous_ ? tulip_csr6::PR : 0;
    put(*transmit, tulip_own, tulip_setup_bytes | tulip_transmit::SET,
        shared_.physical + setup_offset, nullptr);
    set(TulipRegister::CSR6,
        tulip_csr6::MBO | tulip_csr6::SF | tulip_csr6::FD | tulip_csr6::ST | tulip_csr6::SR | all);
    set(TulipRegister::CSR1, 1);
    return {};
}

} // namespace flat::driver
