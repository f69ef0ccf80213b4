// SPDX-License-Identifier: BSD-2-Clause
// For tests: class files made by hand.
#pragma once

#include <java/class_file.hpp>

#include <map>
#include <string>
#include <vector>

namespace flat::java::testing {

using Bytes = std::vector<u8>;

inline void put_u2(Bytes& to, u32 value) {
    to.push_back(u8(value >> 8));
    to.push_back(u8(value));
}

inline void put_u4(Bytes& to, u32 value) {
    put_u2(to, value >> 16);
    put_u2(to, value);
}

/// A class that grows; what is equal is one constant.
class ClassBuilder {
public:
    struct Attribute {
        std::string name;
        Bytes bytes;
    };
    struct Code {
        Bytes bytes;
        u16 max_stack = 8;
        u16 max_locals = 8;
        std::vector<Handler> handlers;
        std::vector<Attribute> attributes;
    };

    explicit ClassBuilder(std::string const& name, u16 flags = flags::is_public | flags::is_super,
                          std::string const& super = "java/lang/Object")
        : flags_(flags), this_(class_(name)), super_(super.empty() ? u16(0) : class_(super)) {}

    u16 next_index() const { return count_; }
    u16 utf8(std::string const& text) {
        Bytes constant = {1};
        put_u2(constant, u32(text.size()));
        constant.insert(constant.end(), text.begin(), text.end());
        return add(constant);
    }
    u16 class_(std::string const& name) { return class_of_text(utf8(name)); }
    u16 class_of_text(u16 text) { return pair(Constant::class_, text); }
    u16 string(std::string const& text) { return pair(Constant::string, utf8(text)); }
    u16 module(std::string const& name) { return pair(Constant::module, utf8(name)); }
    u16 method_type(std::string const& descriptor) {
        return pair(Constant::method_type, utf8(descriptor));
    }
    u16 integer(i32 value) {
        Bytes constant = {3};
        put_u4(constant, u32(value));
        return add(constant);
    }
    u16 long_(i64 value) {
        Bytes constant = {5};
        put_u4(constant, u32(u64(value) >> 32));
        put_u4(constant, u32(value));
        return add(constant);
    }
    u16 member(Constant kind, std::string const& of, std::string const& name,
               std::string const& descriptor) {
        return member_of(kind, class_(of), name, descriptor);
    }
    u16 member_of(Constant kind, u16 class_index, std::string const& name,
                  std::string const& descriptor) {
        // The member first, so that tests can place it: its name and type come after it.
        u16 const index = count_;
        Bytes constant = {u8(kind)};
        put_u2(constant, class_index);
        put_u2(constant, 0);
        auto const what = name_and_type_of(name, descriptor, constant);
        return what == 0 ? index : what;
    }
    u16 handle(HandleKind kind, u16 member_index) {
        Bytes constant = {15, u8(kind)};
        put_u2(constant, member_index);
        return add(constant);
    }
    u16 invoke_dynamic(u16 bootstrap, std::string const& name, std::string const& descriptor) {
        u16 const what = name_and_type(name, descriptor);
        return pair(Constant::invoke_dynamic, bootstrap, what);
    }
    u16 name_and_type(std::string const& name, std::string const& descriptor) {
        u16 const name_index = utf8(name);
        return pair(Constant::name_and_type, name_index, utf8(descriptor));
    }

    void interface(std::string const& name) { put_u2(interfaces_, class_(name)); }
    void field(u16 flags, std::string const& name, std::string const& descriptor,
               std::vector<Attribute> const& attributes = {}) {
        ++field_count_;
        member_to(fields_, flags, name, descriptor, attributes);
    }
    void method(u16 flags, std::string const& name, std::string const& descriptor) {
        ++method_count_;
        member_to(methods_, flags, name, descriptor, {});
    }
    void method(u16 flags, std::string const& name, std::string const& descriptor,
                Code const& code) {
        Bytes inner;
        put_u2(inner, code.max_stack);
        put_u2(inner, code.max_locals);
        put_u4(inner, u32(code.bytes.size()));
        inner.insert(inner.end(), code.bytes.begin(), code.bytes.end());
        put_u2(inner, u32(code.handlers.size()));
        for (Handler const& each : code.handlers)
            for (u16 const value : {each.begin, each.end, each.target, each.class_index})
                put_u2(inner, value);
        attributes_to(inner, code.attributes);
        ++method_count_;
        member_to(methods_, flags, name, descriptor, {{"Code", inner}});
    }
    void attribute(std::string const& name, Bytes const& bytes) {
        attributes_.push_back({name, bytes});
    }

    Bytes bytes() const {
        ClassBuilder copy = *this; // the names of attributes are constants, too
        Bytes tail;
        copy.attributes_to(tail, attributes_);
        Bytes all = {0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61};
        put_u2(all, copy.count_);
        all.insert(all.end(), copy.constants_.begin(), copy.constants_.end());
        put_u2(all, flags_);
        put_u2(all, this_);
        put_u2(all, super_);
        put_u2(all, u32(interfaces_.size() / 2));
        all.insert(all.end(), interfaces_.begin(), interfaces_.end());
        put_u2(all, field_count_);
        all.insert(all.end(), fields_.begin(), fields_.end());
        put_u2(all, method_count_);
        all.insert(all.end(), methods_.begin(), methods_.end());
        all.insert(all.end(), tail.begin(), tail.end());
        return all;
    }

private:
    u16 add(Bytes const& constant) {
        auto const [at, is_new] = known_.try_emplace(constant, count_);
        if (!is_new) return at->second;
        constants_.insert(constants_.end(), constant.begin(), constant.end());
        u16 const index = count_;
        count_ = u16(count_ + (constant[0] == 5 || constant[0] == 6 ? 2 : 1));
        return index;
    }
    u16 pair(Constant kind, u16 first) {
        Bytes constant = {u8(kind)};
        put_u2(constant, first);
        return add(constant);
    }
    u16 pair(Constant kind, u16 first, u16 second) {
        Bytes constant = {u8(kind)};
        put_u2(constant, first);
        put_u2(constant, second);
        return add(constant);
    }
    /// Adds a member whose last two bytes become its name and type; 0 unless there is one already.
    u16 name_and_type_of(std::string const& name, std::string const& descriptor, Bytes constant) {
        Bytes key = constant;
        key.insert(key.end(), name.begin(), name.end());
        key.push_back(0);
        key.insert(key.end(), descriptor.begin(), descriptor.end());
        auto const [at, is_new] = members_.try_emplace(key, count_);
        if (!is_new) return at->second;
        usize const place = constants_.size();
        constants_.insert(constants_.end(), constant.begin(), constant.end());
        ++count_;
        u16 const what = name_and_type(name, descriptor);
        constants_[place + 3] = u8(what >> 8);
        constants_[place + 4] = u8(what);
        return 0;
    }
    void member_to(Bytes& to, u16 flags, std::string const& name, std::string const& descriptor,
                   std::vector<Attribute> const& attributes) {
        put_u2(to, flags);
        put_u2(to, utf8(name));
        put_u2(to, utf8(descriptor));
        attributes_to(to, attributes);
    }
    void attributes_to(Bytes& to, std::vector<Attribute> const& attributes) {
        put_u2(to, u32(attributes.size()));
        for (Attribute const& each : attributes) {
            put_u2(to, utf8(each.name));
            put_u4(to, u32(each.bytes.size()));
            to.insert(to.end(), each.bytes.begin(), each.bytes.end());
        }
    }

    u16 count_ = 1;
    std::map<Bytes, u16> known_;
    std::map<Bytes, u16> members_;
    Bytes constants_;
    Bytes interfaces_;
    Bytes fields_;
    Bytes methods_;
    u16 field_count_ = 0;
    u16 method_count_ = 0;
    std::vector<Attribute> attributes_;
    u16 flags_;
    u16 this_;
    u16 super_;
};

/// "right", or what is wrong with a class file, and where.
inline std::string outcome(Bytes const& bytes) {
    Span<u8 const> const file(bytes.data(), bytes.size());
    std::vector<u32> room(ClassFile::room_needed(file));
    auto const found = ClassFile::read(file, Span<u32>(room.data(), room.size()));
    if (found.is_ok()) return "right";
    FormatProblem const problem = found.error();
    std::string const kind = problem.kind == FormatProblem::Kind::version ? "version: " : "";
    return kind + problem.what + " at " + std::to_string(problem.offset);
}

} // namespace flat::java::testing
