import { isIdentifierName, propertyKey, toIdentifier, toTypeName } from '../../format/identifier.js';
import { literalText } from '../../format/literal-text.js';
import { NamedTypes } from '../../format/named-types.js';
import { shapeOf } from '../../format/schema-shape.js';
import { parametersOf } from '../../format/signature.js';
import type { ToolDescriptor } from '../../format/tool-descriptor.js';
import { toComment } from '../../format/type-text.js';

/** A tool of a server to print. */
export interface RemoteDescriptor {
  /** The tool under the name that the toolkit of the client calls it by. */
  readonly tool: ToolDescriptor;
  /** The name of the tool on the server. */
  readonly remoteName: string;
  /** The fingerprint of its definition. */
  readonly fingerprint: string;
}

/** A tool and the name of its method. */
interface Method {
  readonly name: string;
  readonly tool: ToolDescriptor;
}

const header = `// Written by 'toolwright generate --from' from the tools of a server. Do not edit it: run the command again.
/* eslint-disable */
import { Toolkit, type ToolkitCallOptions } from 'toolwright';
import { type McpSourceOptions, mcpSource } from 'toolwright/mcp';
`;

const ownTypes = ['McpSourceOptions', 'Partial', 'Pick', 'Toolkit', 'ToolkitCallOptions'];

/**
 * Prints a module with typed calls of the tools of a server. What the server sends is printed as types, comments and
 * literals only, whatever it contains. Equal tools produce equal text.
 *
 * @param name - The name of the client, such as `Shop`. The module exports `connectShop`.
 */
export function printClient(name: string, remote: readonly RemoteDescriptor[]): string {
  const sorted = [...remote].sort((one, other) => (one.tool.name < other.tool.name ? -1 : 1));
  const tools = `${name}Tools`;
  const own = [tools, `${name}Client`, `${name}Options`];
  const types = new NamedTypes(name, new Set([...ownTypes, ...own]));
  const methods = nameMethods(sorted.map(({ tool }) => tool));
  // Printed first, because printing a tool assigns the names of the other types.
  const members = sorted.map(({ tool }) => printTypes(tool, types)).join('');
  return [
    header,
    ...types.printDeclarations(),
    `/** The types of the tools, by tool name. */\nexport interface ${tools} {\n${members}}\n`,
    printInterface(name, methods),
    printOptions(name),
    printPins(sorted),
    printConnect(name, methods),
  ].join('\n');
}

/** Returns the name of a client for a path, such as `OrderBook` for `src/order-book.ts`. */
export function clientNameOf(fileName: string): string {
  return toTypeName(fileName.replace(/(?:\.d)?\.[cm]?ts$/, ''));
}

function printTypes(tool: ToolDescriptor, types: NamedTypes): string {
  const { inputSchema, outputSchema } = tool;
  const indent = (text: string): string => text.replaceAll('\n', '\n    ');
  const input = indent(types.write(inputSchema, inputSchema));
  const output = outputSchema === undefined ? 'unknown' : indent(types.write(outputSchema, outputSchema));
  const key = propertyKey(tool.name);
  return `  readonly ${key}: {\n    readonly input: ${input};\n    readonly output: ${output};\n  };\n`;
}

function printInterface(name: string, methods: readonly Method[]): string {
  const lines = methods.map(({ name: method, tool }) => {
    const part = `${name}Tools[${literalText(tool.name)}]`;
    const comment = tool.description === undefined ? '' : `${toComment(tool.description)}\n`;
    const mark = hasRequired(tool) ? '' : '?';
    const text = `${comment}readonly ${method}: (input${mark}: ${part}['input'], options?: ToolkitCallOptions) => Promise<${part}['output']>;`;
    return `${text.replaceAll(/^(?=.)/gm, '    ')}\n`;
  });
  return `/** A connection to the server. */
export interface ${name}Client {
  /** The tools, each as a method, which resolves to the data of the tool and rejects with a ToolError. */
  readonly tools: {
${lines.join('')}  };
  /** The tools for agents and for the SDKs of models. */
  readonly toolkit: Toolkit<${name}Tools>;
  /** Closes the connection. */
  close(): Promise<void>;
}
`;
}

function printOptions(name: string): string {
  return `/** The options of a connection: where the server is, and all other options of mcpSource. */
export type ${name}Options = Pick<McpSourceOptions, 'transport'> & Partial<McpSourceOptions>;
`;
}

/** The names are in an array, because an object literal would read the name \`__proto__\` as its prototype. */
function printPins(remote: readonly RemoteDescriptor[]): string {
  const lines = remote.map(({ remoteName, fingerprint }) => `  [${literalText(remoteName)}, '${fingerprint}'],\n`);
  return `// The fingerprints of the tools as this module describes them.\nconst pins: [string, string][] = [\n${lines.join('')}];\n`;
}

function printConnect(name: string, methods: readonly Method[]): string {
  const lines = methods.map(({ name: method, tool }) => {
    const call = `toolkit.execute(${literalText(tool.name)}, input ?? {}, { ...options, throwOnError: true })`;
    return `      ${method}: async (input, options) => (await ${call}).data as never,\n`;
  });
  return `/**
 * Connects to the server. A tool that has changed since this module was written is a warning, or with \`onDrift: 'deny'\` no
 * longer there.
 */
export async function connect${name}(options: ${name}Options): Promise<${name}Client> {
  const include = pins.map(([tool]) => tool);
  const source = mcpSource({ name: '${name}', prefix: false, pins: Object.fromEntries(pins), include, ...options });
  const toolkit = new Toolkit<${name}Tools>();
  try {
    await toolkit.registerSource(source, { group: 'basic' });
  } catch (error) {
    await source.close();
    throw error;
  }
  return {
    tools: {
${lines.join('')}    },
    toolkit,
    close: () => source.close(),
  };
}
`;
}

function hasRequired(tool: ToolDescriptor): boolean {
  const isObject = shapeOf(tool.inputSchema, { root: tool.inputSchema, pointer: '' }).kind === 'object';
  return !isObject || parametersOf(tool).some(({ isRequired }) => isRequired);
}

// Awaiting or printing the methods would call these.
const calledByRuntimes = ['then', 'toJSON'];

/** Names the methods: a tool whose name is a method's name has it, and any other tool one that is free. */
function nameMethods(tools: readonly ToolDescriptor[]): readonly Method[] {
  const taken = new Set(tools.map(({ name }) => name).filter(isMethodName));
  return tools.map((tool) => {
    if (isMethodName(tool.name)) return { name: tool.name, tool };
    const cleaned = toIdentifier(tool.name);
    const base = isMethodName(cleaned) ? cleaned : `_${cleaned}`;
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}${count}`;
    taken.add(name);
    return { name, tool };
  });
}

function isMethodName(name: string): boolean {
  return isIdentifierName(name) && !(name in Object.prototype) && !calledByRuntimes.includes(name);
}
