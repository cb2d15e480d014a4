/**
 * Tools that reach the machine: text files, programs and memory.
 *
 * @module
 */
export {};
