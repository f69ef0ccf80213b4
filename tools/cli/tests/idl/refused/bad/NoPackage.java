// SPDX-License-Identifier: BSD-2-Clause
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface NoPackage extends Top {}
