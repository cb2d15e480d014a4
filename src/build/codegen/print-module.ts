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

const header = `// Written by 'toolwright generate' from the project's types. Do not edit it: run the command again.
/* eslint-disable */
`;

/** Prints a generated module. Equal records produce equal text. */
export function printModule(classes: readonly ClassRecords[], names: ImportNames): string {
  const nameOf = ({ name, symbol }: ClassRef): string => (symbol === undefined ? name : (names.nameOf(symbol) ?? name));
  const definitions = classes.map(({ symbol, tools }) => {
    const target = nameOf(new ClassRef(symbol.name, symbol));
    const call = `defineToolSchemas(${target}, `;
    const end = ');';
    const position = { indent: 0, used: call.length + end.length - 1 };
    return `${call}${printValue(Object.fromEntries(tools), nameOf, position)}${end}\n`;
  });
  const imports = [`import { defineToolSchemas } from '${names.generatedSpecifier}';`, ...names.printStatements()];
  return `${header}${imports.join('\n')}\n\n${definitions.join('\n')}`;
}
