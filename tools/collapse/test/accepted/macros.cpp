// SPDX-License-Identifier: BSD-2-Clause
// Macros of the user write bases, members and whole classes.
// RUN: %same_output --class Led %s
#include <cstdio>

#define PROPERTY(type, name, value)                                                                \
    type name() const {                                                                            \
        return name##_;                                                                            \
    }                                                                                              \
    void set_##name(type to) {                                                                     \
        name##_ = to;                                                                              \
    }                                                                                              \
    type name##_ = value
#define INTERFACE struct
#define ABSTRACT = 0
#define IMPLEMENTS(base) : public virtual base
#define OVERRIDE override

INTERFACE Switch {
    virtual ~Switch() = default;
    virtual int toggle() ABSTRACT;
};

struct Dimmer IMPLEMENTS(Switch) {
    PROPERTY(int, brightness, 10);
    PROPERTY(char const*, color, "red");
};

struct Led : Dimmer {
    int toggle() OVERRIDE {
        set_brightness(brightness() ? 0 : 20);
        return brightness();
    }
};

int main() {
    Led led;
    int toggled[] = {led.toggle(), led.toggle()};
    led.set_color("blue");
    std::printf("%d %d %s\n", toggled[0], toggled[1], led.color());
}

// PRINTS: 0 20 blue
