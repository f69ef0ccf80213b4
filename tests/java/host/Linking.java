// SPDX-License-Identifier: BSD-2-Clause

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Has the host's machine link changed classes, which verifies them. Arguments: a folder of
 * classes, a folder of changed ones, and a file whose lines begin with a number, which names the
 * changed file, and a class. Writes the number and what each gave.
 */
public class Linking {
    /** Classes of a folder; one of them is another file's. */
    static class Loader extends ClassLoader {
        private final Path folder;
        private final String changed;
        private final Path file;

        Loader(Path folder, String changed, Path file) {
            super(null);
            this.folder = folder;
            this.changed = changed;
            this.file = file;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Path of = name.equals(changed) ? file : folder.resolve(name + ".class");
            try {
                byte[] bytes = Files.readAllBytes(of);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name);
            }
        }
    }

    public static void main(String[] words) throws Exception {
        for (String line : Files.readAllLines(Path.of(words[2]))) {
            String[] parts = line.split(" ");
            Path file = Path.of(words[1], parts[0] + ".class");
            String outcome = "right";
            try {
                Loader loader = new Loader(Path.of(words[0]), parts[1], file);
                Class.forName(parts[1], false, loader).getDeclaredMethods();
            } catch (Throwable e) {
                outcome = e.getClass().getName().replace('.', '/');
            }
            System.out.println(parts[0] + " " + outcome);
        }
    }
}
