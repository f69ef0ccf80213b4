// SPDX-License-Identifier: BSD-2-Clause
// The few type traits and concepts that the core needs, after C++20 `<type_traits>`, `<concepts>`.
#pragma once

namespace flat {

namespace detail {

template<class T>
struct RemoveReference {
    using Type = T;
};
template<class T>
struct RemoveReference<T&> {
    using Type = T;
};
template<class T>
struct RemoveReference<T&&> {
    using Type = T;
};

template<class T>
struct RemoveConst {
    using Type = T;
};
template<class T>
struct RemoveConst<T const> {
    using Type = T;
};

template<class T>
struct Identity {
    using Type = T;
};

template<class A, class B>
inline constexpr bool is_same = false;
template<class A>
inline constexpr bool is_same<A, A> = true;

template<class T>
inline constexpr bool is_integer = false;
template<>
inline constexpr bool is_integer<signed char> = true;
template<>
inline constexpr bool is_integer<unsigned char> = true;
template<>
inline constexpr bool is_integer<short> = true;
template<>
inline constexpr bool is_integer<unsigned short> = true;
template<>
inline constexpr bool is_integer<int> = true;
template<>
inline constexpr bool is_integer<unsigned int> = true;
template<>
inline constexpr bool is_integer<long> = true;
template<>
inline constexpr bool is_integer<unsigned long> = true;
template<>
inline constexpr bool is_integer<long long> = true;
template<>
inline constexpr bool is_integer<unsigned long long> = true;

} // namespace detail

/// `T` without `&` or `&&`.
template<class T>
using RemoveReference = typename detail::RemoveReference<T>::Type;

/// `T` without an outer `const`.
template<class T>
using RemoveConst = typename detail::RemoveConst<T>::Type;

/// `T` itself, in a place where template arguments are not deduced.
template<class T>
using TypeIdentity = typename detail::Identity<T>::Type;

/// The same type, `const` included.
template<class A, class B>
concept SameAs = detail::is_same<A, B>;

/// An integer type; neither `bool` nor a character type.
template<class T>
concept Integer = detail::is_integer<RemoveConst<T>>;

/// An integer type without sign.
template<class T>
concept UnsignedInteger = Integer<T> && T(-1) > T(0);

/// An enumeration.
template<class T>
concept Enumeration = __is_enum(T);

/// A type whose values are copied as bytes and need no destruction: all that crosses interfaces.
template<class T>
concept PlainData = __is_trivially_copyable(T);

/// `From` becomes `To` without a cast.
template<class From, class To>
concept ConvertibleTo = requires(void (*take)(To), From (*make)()) { take(make()); };

/// `Derived` is `Base` or has it as an accessible, unambiguous base.
template<class Derived, class Base>
concept DerivedFrom = __is_base_of(Base, Derived) && ConvertibleTo<Derived*, Base*>;

} // namespace flat
