/**
 * Decides whether an export defers a tool.
 *
 * @param own - The decision of the tool, or else of its group.
 * @param exported - The option of the export: `false` defers no tool, `true` every tool that does not decide itself.
 */
export function decideDeferral(own: boolean | undefined, exported: boolean | undefined): boolean {
  return exported === undefined ? own === true : exported && own !== false;
}
