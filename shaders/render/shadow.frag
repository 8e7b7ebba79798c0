// SPDX-License-Identifier: MIT
// Nothing but depth: for the shadow map, and before bodies are lit.
void main() {}
