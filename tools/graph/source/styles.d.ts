// SPDX-License-Identifier: BSD-2-Clause
// A style sheet that is imported is its text.

declare module "*.css" {
  const text: string;
  export default text;
}
