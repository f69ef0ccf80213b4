// SPDX-License-Identifier: BSD-2-Clause
// Exceptions go through followed calls to handlers of their bases; destructors run in order.
// RUN: %same_output %s
// SPEC: entry attempt(int how, int n, Log *log) as attempt_known;
// SPEC: expect how in {0, 1, 2, 3, 4, 5, 6};
// PRINTS: 7 AMNI.inm|MNI.inm|a
// PRINTS: 15 AMNI.inm|MNI.inm|a
// PRINTS: 302 AMNIinm|MNIinm|a
// PRINTS: 706 AMNIinm|MNIinm|a
// PRINTS: 2003 AMNIinom|MNIinoma
// PRINTS: 13 AMNIinom|MNIinom|a
// PRINTS: 7 AMNI.inm|MNI.inm|a
// PRINTS: 9 AMNI.inm|MNIinhm|a
// PRINTS: 3002 AMNIinmMNIinma
// PRINTS: 7006 AMNIinmMNIinma
// PRINTS: text AMNI.inm?|MNI.inm?a
// PRINTS: text AMNI.inm?|MNI.inm?a
// PRINTS: 702 AMNI!inm|MNI!inm|a
// PRINTS: 1106 AMNI!inm|MNI!inm|a
// PRINTS: 7 AMNI.inm|MNI.inm|a
// PRINTS: 15 AMNI.inm|MNI.inm|a
#include <cstdio>
#include <stdexcept>
#include <string>

struct Log {
    char text[200];
    int size;
};
static void note(Log* log, char c) {
    log->text[log->size++] = c;
    log->text[log->size] = 0;
}

struct Guard {
    Log* log;
    char name;
    Guard(Log* log, char name) : log(log), name(name) { note(log, name); }
    ~Guard() { note(log, static_cast<char>(name + 32)); }
};

struct Base {
    virtual ~Base() = default;
    virtual int code() const { return 1; }
};
struct Derived : Base {
    int value;
    explicit Derived(int value) : value(value) {}
    int code() const override { return value; }
};
struct Other {
    int a, b;
};

static int deeper(int how, int n, Log* log) {
    Guard const inner(log, 'I');
    if (how == 1) throw Derived(n);
    if (how == 2) throw Other{n, 2};
    if (how == 3 && n > 3) throw std::runtime_error("how");
    if (how == 4) throw n;
    if (how == 6) {
        try {
            throw Derived(n + 1);
        } catch (Derived& d) {
            d.value++;
            note(log, '!');
            throw;
        }
    }
    note(log, '.');
    return n;
}

static int middle(int how, int n, Log* log) {
    Guard const first(log, 'M');
    try {
        Guard const second(log, 'N');
        return deeper(how, n, log) + 1;
    } catch (Other const& other) {
        note(log, 'o');
        if (other.a == 2) throw other.b;
        return other.a;
    } catch (std::exception const& e) {
        note(log, e.what()[0]);
    } catch (long) {
        note(log, 'l');
    }
    return -1;
}

static int safe(int n) noexcept {
    return n * 2;
}

extern "C" int attempt(int how, int n, Log* log) {
    Guard const outer(log, 'A');
    int result = safe(n);
    for (int i = 0; i < 2; ++i) {
        try {
            result += middle(how, n + i, log);
            if (how == 5) throw std::string("text");
        } catch (Base const& base) {
            result += 100 * base.code();
        } catch (int number) {
            result += 1000 * number;
            continue;
        } catch (...) {
            note(log, '?');
            if (i == 1) throw;
        }
        note(log, '|');
    }
    return result;
}

extern "C" int attempt_known(int how, int n, Log* log);

int main() {
    for (int how = 0; how < 8; ++how)
        for (int n = 1; n < 5; n += 2) {
            Log log = {};
            try {
                std::printf("%d ", attempt_known(how, n, &log));
            } catch (std::string const& text) {
                std::printf("%s ", text.c_str());
            }
            std::printf("%s\n", log.text);
        }
}
