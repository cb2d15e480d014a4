import { SourceMap } from 'node:module';
import { DefinitionError } from 'toolwright';
import type { DescribedArgument, DescribedClass, DescribedFunction } from '../../src/build/codegen/describe-file.js';
import { createInsertions } from '../../src/build/plugin/create-insertions.js';
import { insertWithMap } from '../../src/build/plugin/inline-source-map.js';
import { applyInsertions } from '../../src/build/plugin/insertion.js';
import { mayHaveTools } from '../../src/build/plugin/module-file.js';
import { createSourceMap } from '../../src/build/plugin/source-map.js';

const shop: DescribedClass = {
  name: 'Shop',
  index: 0,
  count: 1,
  ordinal: 0,
  records: '{ open: {} }',
  imports: [],
  usesDto: false,
};
const dtoImport = { specifier: './dto', exported: 'Order', local: '__tw_Order' };

/** Returns the text of a module with the records of its classes. */
const insert = (code: string, classes: readonly DescribedClass[] = [shop], fileName = '/app/shop.ts'): string =>
  applyInsertions(code, createInsertions({ code, fileName }, { classes, functions: [] }));

describe('createInsertions', () => {
  it('adds a static block to the class and imports before the first statement, on existing lines', () => {
    const code = "// Shops.\nimport { Tool } from 'toolwright';\n\nclass Shop {\n  size = 1\n}\nnew Shop();\n";
    expect(insert(code, [{ ...shop, imports: [dtoImport] }])).toBe(
      '// Shops.\n' +
        "import { defineToolSchemas as __tw_define } from 'toolwright/generated'; " +
        'import { Order as __tw_Order } from "./dto"; ' +
        "import { Tool } from 'toolwright';\n\nclass Shop {\n  size = 1\n" +
        '; static { __tw_define(this, () => ({ open: {} })); } }\nnew Shop();\n',
    );
  });

  it('loads the support for DTO classes if the records contain one', () => {
    const usesDto = { ...shop, usesDto: true };
    expect(insert('export class Shop {}\n', [usesDto])).toContain(
      "from 'toolwright/generated'; import 'toolwright/dto'; export",
    );
    expect(insert('exports.Shop = class Shop {};\n', [usesDto])).toContain("() => { require('toolwright/dto'); return");
  });

  it('leaves directives and the line of the interpreter first', () => {
    const code = "#!/usr/bin/env node\n'use server';\nexport class Shop {}\n";
    expect(insert(code)).toMatch(/^#!\/usr\/bin\/env node\n'use server';\nimport \{ defineToolSchemas/);
  });

  it('uses require() in CommonJS, when the records are read', () => {
    const code = '"use strict";\nlet Shop = class Shop {};\nexports.Shop = Shop;\n';
    expect(insert(code, [{ ...shop, imports: [dtoImport] }])).toBe(
      '"use strict";\nlet Shop = class Shop {; static { ' +
        "const __tw_define = require('toolwright/generated').defineToolSchemas; __tw_define(this, () => { " +
        'const __tw_Order = require("./dto").Order; return { open: {} }; }); } };\nexports.Shop = Shop;\n',
    );
  });

  it.each([
    ['a renamed class', 'export let Shop = class _Shop {};'],
    ['minified code', 'export class Shop{static{__name(this,"Shop")}}'],
    ['a class without a name', 'export default class {}'],
    ['a class of which another compiler added one before', 'class Helper {}\nexport class Shop {}'],
  ])('finds the class in %s', (_, code) => {
    const inserted = insert(code);
    expect(inserted.slice(inserted.lastIndexOf('; static {'))).toMatch(/^; static \{ __tw_define\(.*\); \} \}/);
  });

  it('distinguishes classes of the same name by their order', () => {
    const code = 'export const a = () => class Shop { a() {} };\nexport const b = () => class Shop { b() {} };';
    expect(insert(code, [{ ...shop, index: 1, count: 2, ordinal: 1 }])).toContain('{ b() {} ; static');
    expect(insert(`class Extra {}\n${code}`, [{ ...shop, index: 1, count: 2, ordinal: 1 }])).toContain(
      '{ b() {} ; static',
    );
  });

  it('refers to a decorated class by its name, because TypeScript replaces `this` for older targets', () => {
    expect(insert('@Named() export class Shop {}')).toContain('__tw_define(Shop, () =>');
    expect(insert('@Named() export default class {}')).toContain('__tw_define(this, () =>');
  });

  it('ignores classes that exist only for the compiler', () => {
    const code = 'declare class Ambient { a(): void }\nexport class Shop { b() {} }';
    expect(insert(code)).toContain('b() {} ; static');
  });

  it('reports a class that is not in the text, and how to order the plugins', () => {
    expect(() => insert('export function Shop() {}')).toThrow(DefinitionError);
    expect(() => insert('export function Shop() {}')).toThrow(
      /shop\.ts: class 'Shop' is not in the text .* put the toolwright plugin before the others/,
    );
  });
});

describe('createInsertions for functions', () => {
  const add: DescribedArgument = {
    names: ['tool', 'define'],
    index: 0,
    count: 1,
    path: [0],
    functions: [{ key: undefined, records: '{ name: "add" }', imports: [], usesDto: false }],
  };
  const wrap = (code: string, one: Partial<DescribedArgument> = {}): string => {
    const described = { classes: [], functions: [{ ...add, ...one }] };
    return applyInsertions(code, createInsertions({ code, fileName: '/app/math.ts' }, described));
  };
  const start = "import { defineFunctionSchema as __tw_defineFunction } from 'toolwright/generated'; ";

  it('passes the argument of the call to the function that adds the record, on the same lines', () => {
    expect(wrap("import { tool } from 'toolwright';\ntool(\n  add,\n  { name: 'sum' });\n")).toBe(
      `${start}import { tool } from 'toolwright';\ntool(\n  __tw_defineFunction(add, () => ({ name: "add" })),\n  { name: 'sum' });\n`,
    );
  });

  it('finds an element of an array, and the function under the name of its import', () => {
    expect(wrap('export {};\ndefine(([first, (a: number) => a] as const));', { path: [0, 1] })).toContain(
      'define(([first, __tw_defineFunction((a: number) => a, () => ({ name: "add" }))] as const));',
    );
  });

  it('adds the records of an object by the keys of its functions', () => {
    const [one] = add.functions;
    const functions = ['add', 'sub-1'].map((key) => ({ ...(one as DescribedFunction), key }));
    expect(wrap('export {};\ntool({ add, "sub-1": sub });', { functions })).toContain(
      'tool(__tw_defineFunctions({ add, "sub-1": sub }, ' +
        '{ "add": () => ({ name: "add" }), "sub-1": () => ({ name: "add" }) }));',
    );
  });

  it('finds the call in CommonJS, and requires classes when the record is read', () => {
    const [one] = add.functions;
    const functions = [{ ...(one as DescribedFunction), imports: [dtoImport] }];
    expect(wrap('const toolwright_1 = require("toolwright");\n(0, toolwright_1.tool)(add);\n', { functions })).toBe(
      'const toolwright_1 = require("toolwright");\n' +
        "(0, toolwright_1.tool)(require('toolwright/generated').defineFunctionSchema(add, () => { " +
        'const __tw_Order = require("./dto").Order; return { name: "add" }; }));\n',
    );
  });

  it('refuses a text with another number of calls', () => {
    expect(() => wrap('export {};\ntool(add);\ntool(sub);')).toThrow(
      /math\.ts: the calls of 'tool' are not those of the source text .* Put the toolwright plugin before the others/,
    );
  });
});

describe('mayHaveTools', () => {
  it.each([
    ['kit.register(add);', true],
    ['toolkit\n  .register(add);', true],
    ['export const add = tool(sum);', true],
    ['export const add = tool<string>(sum);', true],
    ["import { tool as define } from 'toolwright';", true],
    ['ToolSpec.fromFunction(add)', true],
    ['Toolkit.of(add)', true],
    ['class Lamp extends Light {}', true],
    ['class Lamp { }', false],
    ['const registered = tools.map(toolName);', false],
  ])('of %j is %s', (text, expected) => {
    expect(mayHaveTools(text)).toBe(expected);
  });
});

describe('a source map', () => {
  const code =
    "import { Tool } from 'toolwright';\nexport class Shop { run() { return fail(); } } export const late = 1;\n";
  const insertions = createInsertions({ code, fileName: '/app/shop.ts' }, { classes: [shop], functions: [] });
  const output = applyInsertions(code, insertions);

  it('maps every word to its line and column, before and after an insertion', () => {
    const map = new SourceMap(createSourceMap(code, '/app/shop.ts', insertions) as never);
    for (const word of ['Tool }', 'Shop', 'run', 'fail', 'late', '1;']) {
      expect([word, positionIn(map, output, word)]).toEqual([word, positionOf(code, word)]);
    }
  });

  it('at the end of compiled code refers to the original columns after an insertion', () => {
    const inner = createSourceMap(code, '/app/shop.ts', []);
    const url = Buffer.from(JSON.stringify(inner)).toString('base64');
    const compiled = `${code}//# sourceMappingURL=data:application/json;base64,${url}`;
    const inserted = insertWithMap(
      compiled,
      createInsertions({ code: compiled, fileName: '/app/shop.ts' }, { classes: [shop], functions: [] }),
    );
    const [, encoded = ''] = /base64,(.*)$/.exec(inserted) ?? [];
    const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
    expect(inserted).toContain('static { __tw_define');
    expect(positionIn(map, inserted, 'late')).toEqual(positionOf(code, 'late'));
    expect(positionIn(map, inserted, 'Tool }')).toEqual(positionOf(code, 'Tool }'));
  });

  it('is not needed to insert into code that has none', () => {
    expect(insertWithMap(code, insertions)).toBe(output);
  });
});

/** Returns the zero-based line and column of a word. */
function positionOf(text: string, word: string): readonly [number, number] {
  const before = text.slice(0, text.indexOf(word)).split('\n');
  return [before.length - 1, before.at(-1)?.length ?? 0];
}

function positionIn(map: SourceMap, text: string, word: string): readonly unknown[] {
  const { originalLine, originalColumn } = map.findEntry(...(positionOf(text, word) as [number, number])) as {
    originalLine: number;
    originalColumn: number;
  };
  return [originalLine, originalColumn];
}
