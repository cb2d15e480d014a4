import { DefinitionError } from '../base/errors/errors.js';
import { byteLength } from '../base/text/byte-length.js';
import { previewValue } from '../base/values/value-preview.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';

/** A function that returns the number of tokens of a text. */
export type Tokenizer = (text: string) => number;

/** The size of exported tools. */
export interface Cost {
  /** The number of bytes of the compact JSON text in UTF-8. */
  readonly bytes: number;
  /** The number of tokens: that of the tokenizer, or else an estimate of one token for four bytes. */
  readonly tokens: number;
}

/** The size of one exported tool. */
export interface ToolCost extends Cost {
  readonly name: string;
  readonly group: string;
  /** Whether the group is active, so that a model receives the tool. */
  readonly active: boolean;
}

/** The size of the exported tools of one group. */
export interface GroupCost extends Cost {
  readonly name: string;
  readonly active: boolean;
  /** The number of tools. */
  readonly tools: number;
}

/** The size of the exported tools of a toolkit. The totals are those of the active tools, which a model receives. */
export interface ToolkitCost extends Cost {
  /** All tools, the largest first. */
  readonly tools: readonly ToolCost[];
  /** All groups that have tools, the largest first. */
  readonly groups: readonly GroupCost[];
}

/** A tool to be measured, and its group. */
export interface MeasuredTool {
  readonly spec: ToolSpec;
  readonly group: string;
  readonly active: boolean;
}

// English text has about four characters per token, and JSON somewhat fewer.
const bytesPerToken = 4;

/** Estimates the number of tokens of a text: one for four bytes. */
export const estimateTokens: Tokenizer = (text) => Math.ceil(byteLength(text) / bytesPerToken);

/**
 * Measures tools as most APIs receive them: name, description and JSON Schema.
 *
 * @throws DefinitionError if the tokenizer does not return a number.
 */
export function measureCost(tools: readonly MeasuredTool[], tokenizer: Tokenizer = estimateTokens): ToolkitCost {
  const measured = tools.map((tool) => measureTool(tool, tokenizer)).sort(byTokens);
  const names = [...new Set(measured.map(({ group }) => group))];
  const groups = names.map((name): GroupCost => {
    const own = measured.filter(({ group }) => group === name);
    return { name, active: own.some(({ active }) => active), tools: own.length, ...sumOf(own) };
  });
  return { ...sumOf(measured.filter(({ active }) => active)), tools: measured, groups: groups.sort(byTokens) };
}

function measureTool({ spec, group, active }: MeasuredTool, tokenizer: Tokenizer): ToolCost {
  const { name, description, parameters } = spec.toJsonSchema();
  const text = JSON.stringify({ name, description, parameters });
  const tokens: unknown = tokenizer(text);
  if (typeof tokens === 'number' && tokens >= 0) {
    return { name, group, active, bytes: byteLength(text), tokens };
  }
  throw new DefinitionError(`cost: tokenizer must return the number of tokens, not ${previewValue(tokens)}.`);
}

function sumOf(costs: readonly Cost[]): Cost {
  return {
    bytes: costs.reduce((sum, { bytes }) => sum + bytes, 0),
    tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function byTokens(one: Cost, other: Cost): number {
  return other.tokens - one.tokens;
}
