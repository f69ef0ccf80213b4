// SPDX-License-Identifier: BSD-2-Clause
// Tests of a receiver at a serial port that is not there.
#include <driver/serial/receiver.hpp>

#include <driver/testing.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::driver::serial {
namespace {

/// A port that has received what a test wants, whose line reacts to edges.
class FakePort : public testing::TestDevice {
public:
    FakePort() : TestDevice(0x1b36, 0x0002) {}

    Result<u64, bus::DeviceError> open(u32 region) override {
        EXPECT_EQ(region, 0u);
        return registers;
    }

    void receive(std::string const& text) {
        waiting += text;
        follow_line();
    }

    std::string waiting;
    u64 registers = 8;
    bool is_stuck = false;
    u8 values[8] = {};

protected:
    u32 read(u32, u32 offset, u32 bytes) override {
        EXPECT_EQ(bytes, 1u);
        if (is_stuck) return 0xff;
        if (UartRegister(offset) == UartRegister::LSR)
            return waiting.empty() ? 0x60 : 0x60 | uart_receiver_full;
        EXPECT_EQ(UartRegister(offset), UartRegister::RBR);
        u8 const byte = static_cast<u8>(waiting.at(0));
        waiting.erase(0, 1);
        follow_line();
        return byte;
    }
    void write(u32, u32 offset, u32 value, u32 bytes) override {
        EXPECT_EQ(bytes, 1u);
        values[offset] = static_cast<u8>(value);
        follow_line();
    }

private:
    /// An edge while the handler runs interrupts once it has returned.
    void follow_line() {
        bool const is_enabled = values[u32(UartRegister::IER)] & uart_receiver_interrupt;
        bool const is_now = is_enabled && !waiting.empty();
        if (is_now && !is_high_) ++edges_;
        is_high_ = is_now;
        if (is_interrupting_) return;
        is_interrupting_ = true;
        for (; edges_ > 0; --edges_)
            raise(0);
        is_interrupting_ = false;
    }

    bool is_high_ = false;
    bool is_interrupting_ = false;
    int edges_ = 0;
};

struct FakeListener : hal::ConsoleInput::Listener {
    void arrived() override { ++arrivals; }
    int arrivals = 0;
};

class DriverSerialReceiver : public ::testing::Test {
protected:
    std::string read(usize most = 100) {
        std::string text(most, '.');
        text.resize(receiver.read({reinterpret_cast<u8*>(text.data()), most}));
        return text;
    }

    FakePort port;
    FakeListener listener;
    Receiver receiver{{.device = port}, {}};
};

TEST_F(DriverSerialReceiver, gives_what_has_come_and_touches_nothing_before_it_is_listened_to) {
    port.receive("early");
    EXPECT_EQ(read(), "");
    EXPECT_FALSE(port.is_claimed);
    ASSERT_TRUE(receiver.listen(listener).is_ok());
    EXPECT_EQ(listener.arrivals, 1);
    port.receive(" bird");
    EXPECT_EQ(listener.arrivals, 2);
    EXPECT_EQ(read(6), "early ");
    EXPECT_EQ(read(), "bird");
    EXPECT_EQ(read(), "");
    EXPECT_EQ(port.values[u32(UartRegister::MCR)], 0x0b);
}

TEST_F(DriverSerialReceiver, loses_the_latest_of_what_is_not_taken) {
    ASSERT_TRUE(receiver.listen(listener).is_ok());
    port.receive(std::string(1024, 'a'));
    port.receive("b");
    EXPECT_EQ(read(2000), std::string(1024, 'a'));
    port.receive("c");
    EXPECT_EQ(read(), "c");
}

TEST_F(DriverSerialReceiver, leaves_a_port_that_has_bytes_for_ever) {
    ASSERT_TRUE(receiver.listen(listener).is_ok());
    port.is_stuck = true;
    port.raise(0);
    EXPECT_EQ(listener.arrivals, 1);
}

TEST_F(DriverSerialReceiver, comes_back_to_a_port_that_it_has_left_with_bytes) {
    ASSERT_TRUE(receiver.listen(listener).is_ok());
    port.receive(std::string(1500, 'a'));
    EXPECT_EQ(listener.arrivals, 2);
    EXPECT_EQ(port.waiting, "");
    EXPECT_EQ(read(2000).size(), 1024u);
    port.receive("b");
    EXPECT_EQ(read(), "b");
}

TEST_F(DriverSerialReceiver, refuses_to_listen_where_there_are_too_few_registers) {
    port.registers = 7;
    auto const outcome = receiver.listen(listener);
    ASSERT_TRUE(outcome.is_error());
    EXPECT_EQ(outcome.error().code, hal::TrapError::no_such_vector);
    EXPECT_FALSE(port.is_claimed);
}

TEST_F(DriverSerialReceiver, leaves_a_quiet_port) {
    FakePort other;
    {
        Receiver short_lived{{.device = other}, {}};
        ASSERT_TRUE(short_lived.listen(listener).is_ok());
        EXPECT_TRUE(other.is_claimed);
    }
    EXPECT_FALSE(other.is_claimed);
    EXPECT_EQ(other.values[u32(UartRegister::IER)], 0);
}

} // namespace
} // namespace flat::driver::serial
