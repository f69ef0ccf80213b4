// SPDX-License-Identifier: BSD-2-Clause
// The structure of a class file but for its attributes: version and constants (JVMS 17, 4.1, 4.4).
#include <java/structure_check.hpp>

namespace flat::java {

namespace {

constexpr u32 magic = 0xcafebabe;
constexpr u32 first_constant = 10; // its offset
constexpr u32 size_max = 0x7fffffff;
constexpr u16 since_handles = 51;
constexpr u16 since_modules = 53;
constexpr u16 since_dynamic = 55;

/// How many bytes come after the tag of a constant, but for a text; 0 if there is no such constant.
u32 body_size(Constant kind) {
    switch (kind) {
    case Constant::class_:
    case Constant::string:
    case Constant::method_type:
    case Constant::module:
    case Constant::package:
        return 2;
    case Constant::method_handle:
        return 3;
    case Constant::integer:
    case Constant::float_:
    case Constant::field:
    case Constant::method:
    case Constant::interface_method:
    case Constant::name_and_type:
    case Constant::dynamic:
    case Constant::invoke_dynamic:
        return 4;
    case Constant::long_:
    case Constant::double_:
        return 8;
    default:
        return 0;
    }
}

/// The first version that has a kind of constants (table 4.4-A).
u16 first_version(Constant kind) {
    switch (kind) {
    case Constant::method_handle:
    case Constant::method_type:
    case Constant::invoke_dynamic:
        return since_handles;
    case Constant::module:
    case Constant::package:
        return since_modules;
    case Constant::dynamic:
        return since_dynamic;
    default:
        return ClassFile::oldest;
    }
}

bool is_any_name(Text name) {
    return is_unqualified_name(name);
}

bool is_any_descriptor(Text descriptor) {
    return is_field_descriptor(descriptor) || is_method_descriptor(descriptor);
}

} // namespace

u32 ClassFile::room_needed(Span<u8 const> bytes) {
    return bytes.size() < first_constant ? 0 : load_big_endian_u16(bytes.data() + 8);
}

Result<ClassFile, FormatProblem> ClassFile::read(Span<u8 const> bytes, Span<u32> room,
                                                 Checks checks) {
    return StructureCheck(bytes, room, checks).run();
}

Result<ClassFile, FormatProblem> StructureCheck::run() {
    if (version() && constants() && references() && head() && interfaces() && fields() &&
        methods() && end())
        return found_;
    return checker_.problem();
}

bool StructureCheck::version() {
    if (bytes_.size() > size_max) return checker_.fail("the file is larger than 2 GiB", 0);
    if (!checker_.require(reader_.u4() == magic, "the file does not begin with 0xCAFEBABE", 0))
        return false;
    u16 const minor = reader_.u2();
    u16 const major = reader_.u2();
    u32 const count = reader_.u2();
    if (reader_.is_truncated()) return checker_.fail("the file ends before its constants", 4);
    auto const unsupported = FormatProblem::Kind::version;
    if (major < ClassFile::oldest || major > ClassFile::newest)
        return checker_.fail("the version is none up to Java SE 17", 6, unsupported);
    if (major >= 56 && minor != 0)
        return checker_.fail("the file needs preview features", 4, unsupported);
    if (count == 0) return checker_.fail("there is not even constant 0", 8);
    if (room_.size() < count) return checker_.fail("there is no room for the constants", 8);
    found_.major_ = checker_.major = major;
    found_.minor_ = checker_.minor = minor;
    return true;
}

bool StructureCheck::constants() {
    Span<u32> const offsets = room_.first(ClassFile::room_needed(bytes_));
    offsets[0] = 0;
    for (u32 i = 1; i < offsets.size(); ++i) {
        offsets[i] = reader_.offset();
        auto const kind = static_cast<Constant>(reader_.u1());
        if (!constant(offsets[i], kind)) return false;
        if (kind != Constant::long_ && kind != Constant::double_) continue;
        if (++i == offsets.size())
            return checker_.fail("the last constant takes two indices", offsets[i - 1]);
        offsets[i] = 0;
    }
    found_.pool_ = checker_.pool = ConstantPool(bytes_, offsets);
    return true;
}

bool StructureCheck::constant(u32 offset, Constant kind) {
    if (kind == Constant::utf8) {
        Text const text = Text::from_bytes(reader_.take(reader_.u2()));
        return checker_.require(!reader_.is_truncated(), "the file ends within a constant",
                                offset) &&
               checker_.require(!is_all() || is_modified_utf8(text), "a text is no modified UTF-8",
                                offset);
    }
    u32 const size = body_size(kind);
    if (!checker_.require(size > 0 || reader_.is_truncated(), "a constant has no known tag",
                          offset))
        return false;
    reader_.take(size);
    return checker_.require(!reader_.is_truncated(), "the file ends within a constant", offset) &&
           checker_.require(checker_.major >= first_version(kind),
                            "a constant is of a kind that this version does not have", offset);
}

/// Whether constants name what they should.
bool StructureCheck::references() {
    for (u32 i = 1; i < checker_.pool.count(); ++i)
        if (!reference(i)) return false;
    return true;
}

bool StructureCheck::reference(u32 index) {
    u32 const offset = checker_.pool.offset(index);
    if (offset == 0) return true;
    ByteReader reader(bytes_.after(offset + 1), offset + 1);
    auto const any = [](Text) { return true; };
    switch (checker_.pool.kind(index)) {
    case Constant::class_:
        return checker_.text(reader, is_class_or_array, "a class has no right name");
    case Constant::string:
        return checker_.text(reader, any, "a string has no text");
    case Constant::field:
    case Constant::method:
    case Constant::interface_method:
        return member_constant(index, reader, offset);
    case Constant::name_and_type:
        return name_and_type(reader);
    case Constant::method_handle:
        return handle(reader, offset);
    case Constant::method_type:
        return checker_.text(reader, is_method_descriptor, "a method type has no descriptor");
    case Constant::dynamic:
        return dynamic(reader, offset, false);
    case Constant::invoke_dynamic:
        return dynamic(reader, offset, true);
    case Constant::module:
        return checker_.text(reader, is_module_name, "a module has no right name");
    case Constant::package:
        return checker_.text(reader, is_class_name, "a package has no right name");
    default:
        return true;
    }
}

bool StructureCheck::name_and_type(ByteReader reader) {
    u16 const name = load_big_endian_u16(bytes_.data() + reader.offset());
    if (checker_.pool.kind(name) == Constant::utf8 && checker_.pool.utf8(name) == Text("<init>"))
        reader.u2();
    else if (!checker_.text(reader, is_any_name, "a member has no right name"))
        return false;
    return checker_.text(reader, is_any_descriptor, "a member has no right descriptor");
}

/// A field, method or interface method. What it names may come after it.
bool StructureCheck::member_constant(u32 index, ByteReader reader, u32 offset) {
    if (!checker_.index(reader, Constant::class_, "a member is of no class")) return false;
    u16 const what = reader.u2();
    if (!checker_.require(checker_.pool.kind(what) == Constant::name_and_type,
                          "a member has no name and type", offset))
        return false;
    u32 const at = checker_.pool.offset(what) + 1;
    if (!name_and_type(ByteReader(bytes_.after(at), at))) return false;
    auto const [name, descriptor] = checker_.pool.name_and_type(what);
    Constant const kind = checker_.pool.kind(index);
    bool const is_method = !descriptor.is_empty() && descriptor[0] == '(';
    if (!checker_.require(is_method == (kind != Constant::field),
                          "a field has the descriptor of a method, or a method that of a field",
                          offset))
        return false;
    if (!is_method || name.is_empty() || !is_all()) return true;
    if (name == Text("<init>"))
        return checker_.require(kind == Constant::method &&
                                    return_descriptor(descriptor) == Text("V"),
                                "<init> is of an interface or returns something", offset);
    return checker_.require(is_method_name(name) && name != Text("<clinit>"),
                            "a method has no right name", offset) &&
           checker_.require(parameter_slots(descriptor) <= 255, "a method has 256 arguments",
                            offset);
}

/// What a method handle stands for (4.4.8).
bool StructureCheck::handle(ByteReader reader, u32 offset) {
    auto const kind = static_cast<HandleKind>(reader.u1());
    u16 const member = reader.u2();
    Constant const found = checker_.pool.kind(member);
    bool is_right = false;
    if (kind >= HandleKind::get_field && kind <= HandleKind::put_static)
        return checker_.require(found == Constant::field, "a method handle is of no field", offset);
    if (kind == HandleKind::invoke_virtual || kind == HandleKind::new_invoke_special)
        is_right = found == Constant::method;
    else if (kind == HandleKind::invoke_static || kind == HandleKind::invoke_special)
        is_right = found == Constant::method ||
                   (found == Constant::interface_method && checker_.major >= 52);
    else if (kind == HandleKind::invoke_interface)
        is_right = found == Constant::interface_method;
    if (!checker_.require(is_right, "a method handle is of no kind, or of another member", offset))
        return false;
    u32 const at = checker_.pool.offset(member) + 1;
    if (!member_constant(member, ByteReader(bytes_.after(at), at), at)) return false;
    u16 const what = load_big_endian_u16(bytes_.data() + at + 2);
    bool const is_init = checker_.pool.name_and_type(what).name == Text("<init>");
    return checker_.require(is_init == (kind == HandleKind::new_invoke_special),
                            "a method handle calls <init>, or makes an object without", offset);
}

bool StructureCheck::dynamic(ByteReader reader, u32 offset, bool is_call) {
    u32 const bootstrap_method = reader.u2();
    u16 const what = reader.u2();
    if (!checker_.require(checker_.pool.kind(what) == Constant::name_and_type,
                          "a dynamic constant has no name and type", offset))
        return false;
    u32 const at = checker_.pool.offset(what) + 1;
    if (!name_and_type(ByteReader(bytes_.after(at), at))) return false;
    Text const descriptor = checker_.pool.name_and_type(what).descriptor;
    bool const is_method = !descriptor.is_empty() && descriptor[0] == '(';
    if (bootstrap_method >= checker_.bootstrap_methods_needed) {
        checker_.bootstrap_methods_needed = bootstrap_method + 1;
        checker_.bootstrap_user = offset;
    }
    return checker_.require(is_method == is_call, "a dynamic constant has another's descriptor",
                            offset);
}

} // namespace flat::java
