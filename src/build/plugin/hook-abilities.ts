/** Checks whether a CommonJS module that a hook has compiled can require ES modules, which it cannot before Node.js 24. */
export function canRequireFromHooks(): boolean {
  return Number.parseInt(process.versions.node, 10) >= 24;
}
