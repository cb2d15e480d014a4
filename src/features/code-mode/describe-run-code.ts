import { type CodeTool, type NamedCodeTool, nameCodeTools } from './code-names.js';
import type { CodeModeSettings } from './code-options.js';
import { chooseDeclared, declareTools } from './declarations.js';

const languages = { typeScript: 'TypeScript', javaScript: 'plain JavaScript, without types,' } as const;

const help =
  'that calls tools as async functions with one argument, such as ' +
  '`const { items } = await shop.search({ query: "tea" })`. Run independent calls with Promise.all. The value of the last ' +
  'expression is the result, with the lines of console.log: return only what you need. A failed call throws a ToolError ' +
  'with `message` and `code`. A function as second argument receives the chunks of a stream. There are no imports, no ' +
  'files, no network and no timers.';

const opaqueHelp =
  'Values that others have written, and private ones, are opaque objects: `mails[0].body` is one, and every call accepts it as an ' +
  'argument. As long as the program only passes them on, no question is asked about what it decides. Turning one into text, a ' +
  'number or JSON, comparing or branching on it, and reading its keys or its length is answered, but afterwards everything that the ' +
  'program passes counts as influenced by others. An opaque object is always true, and equal to itself only.';

/** Creates the function that describes `run_code` to a model: how to use it, and which functions there are. */
export function describeRunCode({
  engine,
  budgets,
  declarationTokens,
}: CodeModeSettings): (tools: readonly CodeTool[], hidesData: boolean) => string {
  const limits = `A program may make ${budgets.calls} calls, and return ${budgets.resultCharacters} characters.`;
  let latest: Described | undefined;
  return (tools, hidesData) => {
    if (latest === undefined || latest.hidesData !== hidesData || !isSame(latest.tools, tools)) {
      const functions = describeFunctions(nameCodeTools(tools), declarationTokens);
      const language = engine.acceptsTypeScript === false ? languages.javaScript : languages.typeScript;
      const parts = [`Run ${language} ${help}`, ...(hidesData ? [opaqueHelp] : []), limits, ...functions];
      latest = { tools, hidesData, description: parts.join('\n\n') };
    }
    return latest.description;
  };
}

interface Described {
  readonly tools: readonly CodeTool[];
  readonly hidesData: boolean;
  readonly description: string;
}

function describeFunctions(tools: readonly NamedCodeTool[], tokens: number): readonly string[] {
  const declared = chooseDeclared(tools, tokens);
  const code = declared.length === 0 ? [] : [`\`\`\`ts\n${declareTools(declared)}\n\`\`\``];
  const others = tools.slice(declared.length);
  if (others.length === 0) return code;
  const namespaces = [...new Set(others.map(({ namespace }) => namespace))];
  const counts = namespaces.map((name) => `${name} (${others.filter(({ namespace }) => namespace === name).length})`);
  // The names of very many namespaces would take the place of declarations.
  const shown = counts.slice(0, maxNamespaces).join(', ');
  const rest = counts.length > maxNamespaces ? `, and ${counts.length - maxNamespaces} more namespaces` : '';
  const more =
    declared.length === 0 ? 'The functions are in the namespaces' : 'Further functions are in the namespaces';
  return [
    ...code,
    `${more} ${shown}${rest}. Find them with search_tools, and read their declarations with describe_tools.`,
  ];
}

const maxNamespaces = 40;

function isSame(some: readonly CodeTool[], others: readonly CodeTool[]): boolean {
  return some.length === others.length && some.every(({ spec }, index) => spec === others[index]?.spec);
}
