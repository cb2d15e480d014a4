import type { JsonSchema } from '../../base/json/json-schema.js';
import { functionType } from '../../format/code.js';
import { firstSentence } from '../../format/first-sentence.js';
import { toTypeName } from '../../format/identifier.js';
import { NamedTypes } from '../../format/named-types.js';
import type { ToolDescriptor } from '../../format/tool-descriptor.js';
import { toComment } from '../../format/type-text.js';
import { estimateTokens } from '../../toolkit/tool-cost.js';
import type { NamedCodeTool } from './code-names.js';

// In characters. The types of some APIs are larger than what a model can use.
const longestDeclaration = 12_000;

/** Declares tools in TypeScript, as functions of namespaces. */
export function declareTools(tools: readonly NamedCodeTool[]): string {
  const namespaces = [...new Set(tools.map(({ namespace }) => namespace))];
  return namespaces
    .map((namespace) => {
      const used = new Set<string>();
      const parts = tools.filter((tool) => tool.namespace === namespace).map((tool) => declareTool(tool, used));
      return `declare namespace ${namespace} {\n${indent(parts.join('\n'))}\n}`;
    })
    .join('\n');
}

/** Returns the tools, from the first on, whose declarations fit into a number of tokens. */
export function chooseDeclared(tools: readonly NamedCodeTool[], tokens: number): readonly NamedCodeTool[] {
  let left = tokens;
  const end = tools.findIndex((tool) => {
    left -= estimateTokens(`${declareTools([tool])}\n`);
    return left < 0;
  });
  return end === -1 ? tools : tools.slice(0, end);
}

/** Returns the first sentence of the description of a tool, in one line. */
export function summaryOf({ spec }: Pick<NamedCodeTool, 'spec'>): string {
  return firstSentence(spec.description ?? '').replaceAll(/\s+/g, ' ');
}

function declareTool({ spec, functionName }: NamedCodeTool, used: Set<string>): string {
  return spec.to((tool) => {
    const complete = declare(tool, functionName, new Set(used));
    if (complete.text.length <= longestDeclaration) return keep(complete, used);
    const withoutOutput = declare({ ...tool, outputSchema: undefined }, functionName, new Set(used));
    if (withoutOutput.text.length <= longestDeclaration) return keep(withoutOutput, used);
    return keep(declare({ ...tool, inputSchema: anyArguments, outputSchema: undefined }, functionName, used), used);
  });
}

const anyArguments: JsonSchema = Object.freeze({ type: 'object', additionalProperties: true });

interface Declaration {
  readonly text: string;
  /** The names of types that are in use in the namespace. */
  readonly used: ReadonlySet<string>;
}

function keep({ text, used: names }: Declaration, used: Set<string>): string {
  for (const name of names) used.add(name);
  return text;
}

function declare(tool: ToolDescriptor, functionName: string, used: Set<string>): Declaration {
  const types = new NamedTypes(toTypeName(tool.name), used);
  const signature = functionType(tool, types);
  const lines = [...types.printDeclarations().map((line) => line.trimEnd())];
  const description = tool.description?.trim() ?? '';
  if (description !== '') lines.push(toComment(description));
  lines.push(`function ${functionName}${signature};`);
  return { text: lines.join('\n'), used };
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
