import { propertyKey, toTypeName } from '../../format/identifier.js';
import { NamedTypes } from '../../format/named-types.js';
import type { OpenSchema, ts } from './compiler.js';
import type { ToolTypeSchemas } from './describe-types.js';
import type { ImportNames } from './import-names.js';

/** The types of the tools of one class. */
export interface ClassTypes {
  readonly symbol: ts.Symbol;
  /** The nearest parent class with tools of its own. */
  readonly parent: ts.Symbol | undefined;
  readonly tools: readonly ToolTypeSchemas[];
}

/** The text of the file with types, and what it lacks. */
export interface PrintedTypes {
  readonly text: string;
  readonly warnings: readonly string[];
}

const header = `// Written by 'toolwright generate' from the project's types. Do not edit it: run the command again.
/* eslint-disable */
`;

/** A class with a tool whose name is not known accepts any name. */
const openTools = ' & OpenTools';

/**
 * Prints the file with the types of a project's tools: an interface for each class, which the class has as the type of a
 * property that exists for the compiler alone. Equal types produce equal text.
 */
export function printTypes(classes: readonly ClassTypes[], names: ImportNames): PrintedTypes {
  const used = new Set<string>();
  const warnings: string[] = [];
  const printable = classes.flatMap((one) => {
    const specifier = findSpecifier(one.symbol, names);
    if (specifier !== undefined) return [{ ...one, specifier, name: freeName(`${one.symbol.name}Tools`, used) }];
    const reason = 'is generic, a default export, or exported under another name';
    warnings.push(`class '${one.symbol.name}' ${reason}, so that the types of its tools are not written.`);
    return [];
  });
  const printed = printable.map(({ symbol, parent, tools, specifier, name }) => {
    const inherited = printable.find((one) => one.symbol === parent);
    const base = inherited && printBase(inherited.name, inherited.tools, tools);
    return printClass(tools, { className: symbol.name, name, base, used, specifier });
  });
  const open = printed.some((text) => text.includes(openTools)) ? 'OpenTools, ' : '';
  const imports = `import type { ${open}TypesOf, toolTypes } from 'toolwright';\n`;
  return { text: `${header}${imports}\n${printed.join('\n')}`, warnings };
}

/** Returns the specifier of the module that declares a class, or undefined if TypeScript cannot augment the class there. */
function findSpecifier(symbol: ts.Symbol, names: ImportNames): string | undefined {
  const site = names.siteOf(symbol);
  return site?.exported === symbol.name && !hasTypeParameters(symbol) ? site.specifier : undefined;
}

interface InterfaceParts {
  readonly className: string;
  /** The name of the interface. */
  readonly name: string;
  /** The interface that it extends. */
  readonly base: string | undefined;
  readonly used: Set<string>;
  readonly specifier: string;
}

function printClass(tools: readonly ToolTypeSchemas[], parts: InterfaceParts): string {
  const { className, name, base, used, specifier } = parts;
  const types = new NamedTypes(toTypeName(className), used);
  const known = tools.filter(({ name: toolName }) => toolName !== undefined);
  const members = known.map((tool) => printTool(tool, types));
  const others = known.length === tools.length ? '' : openTools;
  return [
    ...types.printDeclarations(),
    `export interface ${name}${base === undefined ? '' : ` extends ${base}`} {\n${members.join('')}}\n`,
    `declare module '${specifier}' {`,
    `  interface ${className} {`,
    `    readonly [toolTypes]?: TypesOf<${name}${others}>;`,
    '  }',
    '}',
    '',
  ].join('\n');
}

/** Prints the interface of the parent class, without the tools that the class declares again. */
function printBase(name: string, inherited: readonly ToolTypeSchemas[], own: readonly ToolTypeSchemas[]): string {
  const names = inherited.flatMap(({ name: tool }) =>
    own.some((one) => one.name === tool) ? [JSON.stringify(tool)] : [],
  );
  return names.length === 0 ? name : `Omit<${name}, ${names.join(' | ')}>`;
}

function printTool({ name, input, output, chunk }: ToolTypeSchemas, types: NamedTypes): string {
  const write = (schema: OpenSchema | undefined): string =>
    schema === undefined ? 'unknown' : types.write(schema, schema).replaceAll('\n', '\n    ');
  const lines = [
    `  readonly ${propertyKey(name ?? '')}: {`,
    `    readonly input: ${write(input)};`,
    `    readonly output: ${write(output)};`,
    ...(chunk === undefined ? [] : [`    readonly chunk: ${write(chunk)};`]),
    '  };',
    '',
  ];
  return lines.join('\n');
}

function freeName(base: string, used: Set<string>): string {
  let name = base;
  for (let count = 2; used.has(name); count += 1) name = `${base}${count}`;
  used.add(name);
  return name;
}

function hasTypeParameters({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => 'typeParameters' in one && one.typeParameters !== undefined);
}
