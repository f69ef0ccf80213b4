# SPDX-License-Identifier: BSD-2-Clause
"""The words and types of the language (RFC 4506), and those that rpcgen takes over from C."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    """A type that is a number: in C++, its routine, and how large it is in memory."""

    cpp: str
    routine: str
    size_bytes: int


numbers = {
    "int": Number("flat::i32", "flat::rpc::xdr_i32", 4),
    "unsigned int": Number("flat::u32", "flat::rpc::xdr_u32", 4),
    "hyper": Number("flat::i64", "flat::rpc::xdr_i64", 8),
    "unsigned hyper": Number("flat::u64", "flat::rpc::xdr_u64", 8),
    "bool": Number("bool", "flat::rpc::xdr_bool", 1),
    "float": Number("flat::rpc::XdrFloat", "flat::rpc::xdr_float", 4),
    "double": Number("flat::rpc::XdrDouble", "flat::rpc::xdr_double", 8),
    "short": Number("flat::i16", "flat::rpc::xdr_i16", 2),
    "unsigned short": Number("flat::u16", "flat::rpc::xdr_u16", 2),
    "char": Number("flat::i16", "flat::rpc::xdr_i16", 2),
    "unsigned char": Number("flat::u8", "flat::rpc::xdr_u8", 1),
    **dict.fromkeys(("long", "u_int", "u_long", "u_short", "u_char", "bool_t"), Number("", "", 0)),
}
"""By the words with which they are written; those of C stand for others, see `of_c`."""

of_c = {
    "long": "int",
    "unsigned long": "unsigned int",
    "u_int": "unsigned int",
    "u_long": "unsigned int",
    "u_short": "unsigned short",
    "u_char": "unsigned char",
    "bool_t": "bool",
}
"""Other words for the same types."""

reserved = frozenset(
    """
    bool case const default double enum float hyper int opaque program quadruple string struct
    switch typedef union unsigned version void
    """.split()
)
"""What is no name."""
