/**
 * A value of which a program sees what is open. What is opaque can be passed to functions, and reveals nothing before the program
 * looks at it: by turning it into text, a number or JSON, or by reading its keys or its length.
 */
export type OpaqueNode =
  /** JSON data that the program sees as it is. */
  | { readonly kind: 'open'; readonly value: unknown }
  /** An opaque text, number, boolean or null. */
  | { readonly kind: 'leaf'; readonly value: unknown }
  /** An opaque array. All below it is opaque too. */
  | { readonly kind: 'list'; readonly items: readonly OpaqueNode[]; readonly hasOpenLength: boolean }
  /** An opaque object. All below it is opaque too. */
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, OpaqueNode>> }
  /** An array that contains opaque values. */
  | { readonly kind: 'openList'; readonly items: readonly OpaqueNode[] }
  /** An object that contains opaque values. */
  | { readonly kind: 'openObject'; readonly members: Readonly<Record<string, OpaqueNode>> };
