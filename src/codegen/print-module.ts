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

/** The text of a generated module. The same records give the same text. */
export function printModule(classes: readonly ClassRecords[], names: ImportNames): string {
  const nameOf = ({ name, symbol }: ClassRef): string => (symbol === undefined ? name : (names.nameOf(symbol) ?? name));
  const definitions = classes.map(({ symbol, tools }) => {
    const target = nameOf(new ClassRef(symbol.name, symbol));
    const call = `defineToolSchemas(${target}, `;
    const end = ');';
    const place = { indent: 0, used: call.length + end.length - 1 };
    return `${call}${printValue(Object.fromEntries(tools), nameOf, place)}${end}\n`;
  });
  const imports = ["import { defineToolSchemas } from 'toolwright';", ...names.statements()];
  return `${header}${imports.join('\n')}\n\n${definitions.join('\n')}`;
}
