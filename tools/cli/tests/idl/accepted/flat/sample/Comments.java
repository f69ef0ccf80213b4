// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Top;
import flat.lang.Version; // a plain comment

/* not a doc comment */
/**
 * Several lines: “quotes”, `code`, <b>marks</b>.
 *
 *   indented by two
 * * a star
 */
// a plain comment between
@Version(/* inside */ 1)
public interface Comments extends Top {
    /** One line. */ void one();

    /**Tight.*/
    void two();

    /** ends in a backslash \
        without a star \ */
    void three();

    /***/
    void four();

    /* plain */
    void five(/* here */);

    enum Kind { /** First. */ FIRST, /** Second. */ SECOND }

    /** For both. */
    int A = 1, B = 2;
}
