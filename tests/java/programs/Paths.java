// SPDX-License-Identifier: BSD-2-Clause
// Names of files that are nowhere.
import java.io.File;
import java.io.IOException;

public class Paths {
    public static void main(String[] arguments) throws IOException {
        String[] names = {
            "/nowhere/a", "/nowhere/./a//b/", "/nowhere/a/../b/..", "/..", "/", "/nowhere/..a/.b",
        };
        for (String name : names)
            System.out.println(name + " is " + new File(name).getCanonicalPath());
        File missing = new File("/nowhere/a");
        System.out.println(missing.exists() + " " + missing.isDirectory());
    }
}
