import { ClassRef } from './class-ref.js';
import type { ts } from './compiler.js';
import type { ToolRecord } from './describe-tool.js';
import type { ImportNames } from './import-names.js';
import { printValue } from './print-value.js';

/** The records of one class, by method name. */
export interface ClassRecords {
  readonly symbol: ts.Symbol;
  readonly tools: ReadonlyMap<string, ToolRecord>;
}

/** The record of one function. */
export interface FunctionRecord {
  /** The export that has the function as its value. */
  readonly symbol: ts.Symbol;
  readonly record: ToolRecord;
}

/** What a generated module describes. */
export interface ModuleContent {
  readonly classes: readonly ClassRecords[];
  readonly functions: readonly FunctionRecord[];
}

const header = `// Written by 'toolwright generate' from the project's types. Do not edit it: run the command again.
/* eslint-disable */
`;

/** Prints a generated module. Equal records produce equal text. */
export function printModule({ classes, functions }: ModuleContent, names: ImportNames): string {
  const nameOf = ({ name, symbol }: ClassRef): string => (symbol === undefined ? name : (names.nameOf(symbol) ?? name));
  const targetOf = (symbol: ts.Symbol): string => nameOf(new ClassRef(symbol.name, symbol));
  const ofClasses = classes.map(({ symbol, tools }) => {
    const call = `defineToolSchemas(${targetOf(symbol)}, `;
    const end = ');';
    const position = { indent: 0, used: call.length + end.length - 1 };
    return `${call}${printValue(Object.fromEntries(tools), nameOf, position)}${end}\n`;
  });
  const ofFunctions = functions.map(({ symbol, record }) => {
    // In an import cycle, the module may run before that of the function.
    const args = [`() => ${targetOf(symbol)}`, `() => (${printValue(record, nameOf, { indent: 2, used: 11 })})`];
    return `defineImportedFunction(\n${args.map((arg) => `  ${arg},\n`).join('')});\n`;
  });
  const defines = [
    ...(functions.length === 0 ? [] : ['defineImportedFunction']),
    ...(classes.length === 0 && functions.length > 0 ? [] : ['defineToolSchemas']),
  ];
  const imports = [`import { ${defines.join(', ')} } from '${names.generatedSpecifier}';`, ...names.printStatements()];
  return `${header}${imports.join('\n')}\n\n${[...ofClasses, ...ofFunctions].join('\n')}`;
}
