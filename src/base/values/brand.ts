/**
 * The brands by which values are recognised across two copies of the package and across realms, where `instanceof`
 * fails. A brand is a property of a prototype, so values have no extra own properties. The number is the version of the
 * value's shape. It changes when an older copy could no longer read the value.
 */
export const brands = {
  contentBlock: Symbol.for('toolwright.ContentBlock@1'),
  response: Symbol.for('toolwright.ToolResponse@1'),
  result: Symbol.for('toolwright.ToolResult@1'),
  error: Symbol.for('toolwright.ToolError@1'),
  foreignError: Symbol.for('toolwright.ForeignError@1'),
  bound: Symbol.for('toolwright.Bound@1'),
  context: Symbol.for('toolwright.ToolContext@1'),
  registry: Symbol.for('toolwright.ToolRegistry@1'),
  spec: Symbol.for('toolwright.ToolSpec@1'),
  toolkit: Symbol.for('toolwright.Toolkit@1'),
  session: Symbol.for('toolwright.ToolkitSession@1'),
  view: Symbol.for('toolwright.ToolView@1'),
  state: Symbol.for('toolwright.ToolState@1'),
  clientExecutor: Symbol.for('toolwright.ClientExecutor@1'),
  secret: Symbol.for('toolwright.Secret@1'),
  opaqueValue: Symbol.for('toolwright.OpaqueValue@1'),
  opaqueReference: Symbol.for('toolwright.OpaqueReference@1'),
  tooLargeForFormat: Symbol.for('toolwright.TooLargeForFormat@1'),
} as const;

/** Checks whether `value` or one of its prototypes has `brand`. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return (value as Record<symbol, unknown>)[brand] === true;
}

/** Adds `brand` to the prototype of a class. */
export function brandClass(target: { readonly prototype: object }, brand: symbol): void {
  Object.defineProperty(target.prototype, brand, { value: true });
}
