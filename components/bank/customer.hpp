// SPDX-License-Identifier: BSD-2-Clause
// Holds accounts of a bank and says what came of it: the same wherever the bank is.
#pragma once

#include <bank/customer.flat.hpp>
#include <core/format.hpp>

namespace flat::bank {

/// Nobody else is to use the bank meanwhile.
class Customer : public CustomerComponent {
public:
    using CustomerComponent::CustomerComponent;

    void run() override;

private:
    void use_one();
    void hold_one_twice();
    void walk();
    void open_and_close();
    void keep();
    template<class... Arguments>
    void say(CheckedFormat<TypeIdentity<Arguments>...> text, Arguments const&... arguments);
};

} // namespace flat::bank
