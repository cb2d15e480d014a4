import type { ToolSpec } from '../../../index.js';
import { measureCost } from '../../../toolkit/tool-cost.js';
import { createFinding, type Finding } from './finding.js';

/** Finds a tool with more tokens than the budget of one tool. */
export function checkSize(spec: ToolSpec, budget: number): readonly Finding[] {
  const { tokens } = measureCost([{ spec, group: 'basic', active: true }]);
  if (tokens <= budget) return [];
  const message = `It needs about ${tokens} tokens, more than ${budget}. Shorten its descriptions, or divide it.`;
  return [createFinding('large-tool', 'warning', { tool: spec.name, message })];
}
