// SPDX-License-Identifier: MIT
// Nothing but depth.
void main() {}
