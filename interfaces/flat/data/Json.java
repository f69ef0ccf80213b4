// SPDX-License-Identifier: BSD-2-Clause
package flat.data;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Takes texts in JSON apart. */
@Version(1)
public interface Json extends Top {
    /** What a token is. */
    enum Kind {
        /** Nothing yet. */
        UNDEFINED,
        OBJECT,
        ARRAY,
        STRING,
        /** A number, `true`, `false` or `null`. */
        PRIMITIVE
    }

    /** A part of the text, from a byte to the one before `end`, and how many tokens are in it. */
    record Token(Kind kind, int start, int end, int size) {}

    /** Takes a text apart, and returns how many tokens it has; those of the last text are gone. */
    u32 parse(@In Buf text) throws JsonError;

    /** A token of the last text, an undefined one if it has less; outer ones come first. */
    Token token(u32 number);
}
