import type { ToolSpec } from '../../tool/spec/tool-spec.js';

/**
 * Returns the steps from the arguments of a tool to the one that a rule names. A name with dots is that of an argument if
 * the tool has one of this name, or with this beginning, and else a path.
 */
export function argumentSteps({ params }: Pick<ToolSpec, 'params'>, name: string): readonly string[] {
  const labels = name.split('.');
  for (let count = labels.length; count > 1; count--) {
    const argument = labels.slice(0, count).join('.');
    if (Object.hasOwn(params, argument)) return [argument, ...labels.slice(count)];
  }
  return labels;
}
