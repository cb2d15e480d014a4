import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Node, type Pattern, parse } from 'acorn';
import { transformSync } from 'esbuild';
import { readClassText, type SourceParam } from '../../src/tool/metadata/source-params.js';
import { fc, runs } from '../support/fast-check.js';
import { root } from '../support/repository.js';

const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };

type Names = readonly (readonly [method: string, names: readonly (string | undefined)[]])[];

/** Returns the names of the parameters of each method, as acorn reads them. */
function readWithAcorn(text: string): Names {
  const [statement] = parse(`(${text}\n)`, { ecmaVersion: 'latest', sourceType: 'script' }).body;
  if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'ClassExpression') return [];
  const methods = new Map<string, readonly (string | undefined)[]>();
  for (const member of statement.expression.body.body) {
    if (member.type !== 'MethodDefinition' || member.kind !== 'method' || member.static || member.computed) continue;
    const { key } = member;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    if (name !== undefined) methods.set(name, member.value.params.map(nameOf));
  }
  return [...methods];
}

function nameOf(pattern: Pattern): string | undefined {
  if (pattern.type === 'RestElement') return nameOf(pattern.argument);
  if (pattern.type === 'AssignmentPattern') return nameOf(pattern.left);
  return pattern.type === 'Identifier' ? pattern.name : undefined;
}

function readOwn(text: string): Names {
  return [...readClassText(text)].map(([method, params]) => [method, params.map(({ name }: SourceParam) => name)]);
}

/** Returns the texts of all classes in a JavaScript file that are not within another class. */
function classesOf(code: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end } = node as Node;
    if (type === 'ClassDeclaration' || type === 'ClassExpression') texts.push(code.slice(start, end));
    else for (const member of Object.values(node)) visit(member);
  };
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }));
  return texts;
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are source text.
const values = [
  ...[
    '1',
    '.5',
    '0x1F',
    '1_000',
    '1e-3',
    '"a)"',
    "'it\\'s, }'",
    '`a${b(`${c}`, "}")}d`',
    '`plain`',
    '-1',
    '!0',
    'null',
  ],
  ...['/[/)]\\/,(/g', 'a / b / c', '(a, b) => a / b', 'function (x, y) { return x / y }', '[1, [2, 3]]', '[...a, ,]'],
  ...['{ a: 1, "b": { c } }', '{ get a() { return /}/ } }', 'class { m(q, r) {} }', 'new Map([[1, 2]])', 'a ? b : c'],
  ...['(i++ / 2, 3)', 'x?.y?.[0]', 'a ?? b', 'async (x) => await x', 'async x => x', 'typeof /x/', '10n', 'f`x${y}`'],
  ...[
    '/* , */ 1',
    '1 // , )\n',
    'a++ / 2',
    '({}) / 1',
    'x => { return /\\(/ }',
    'this.#hidden',
    'import.meta',
    'void 0',
  ],
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are source text.
const value = fc.constantFrom(...values);
const identifier = fc.constantFrom(
  'a',
  'query',
  '$',
  '_x',
  'größe',
  'async',
  'get',
  'of',
  'set',
  'static_',
  '\\u0061b',
);
const pattern = fc.constantFrom(
  '{ a, b: { c = "}" } }',
  '[x, , ...y]',
  '{ a = /[)}]/, ...rest }',
  '{ ["k,"]: v = (1, 2) }',
);
const required = fc.oneof({ weight: 3, arbitrary: identifier }, pattern);
const optional = fc.tuple(required, value).map(([target, literal]) => `${target} = ${literal}`);
const parameters = fc
  .tuple(fc.array(fc.oneof(required, optional), { maxLength: 4 }), fc.constantFrom('', ',', ', ...more', ', ...[x, y]'))
  .map(([list, end]) => (list.length === 0 ? end.replace(/^, ?/, '') : list.join(', ') + end))
  // A name may occur only once in a list.
  .map((list) => list.split(', ').join(' , '));
const head = fc.constantFrom('', 'async ', '* ', 'async * ', 'static ', 'static async ', 'async/**/');
const key = fc.constantFrom(
  'find',
  'get',
  'set',
  'static',
  'async',
  'accessor',
  '"quoted name"',
  '42',
  '#hidden',
  'class',
);
const body = fc
  .array(
    fc.oneof(
      value.map((text) => `use(${text});`),
      fc.constantFrom('if (a) /x}/.test(a);', 'for (;;) { break }', '{}'),
    ),
  )
  .map((lines) => `{ ${lines.join('\n')} }`);
const method = fc
  .tuple(head, key, parameters, body)
  .map(([start, name, list, code]) => `${start}${name}(${list}) ${code}`);
const field = fc
  .tuple(
    fc.constantFrom('', 'static '),
    fc.constantFrom('x', 'get', '#y', '"z"', '["w"]', 'accessor'),
    value,
    fc.constantFrom(';', '\n'),
  )
  .map(([start, name, text, end]) => `${start}${name} = ${text}${end}`);
const others = fc.constantFrom(
  'get size() { return 1 }',
  'set size(v) {}',
  'static { use(/}/); }',
  'bare;',
  ';',
  'get;',
);
const classText = fc
  .tuple(
    fc.constantFrom('class', 'class A', 'class A extends B', 'class extends mixin({ a: 1 }, class { no(x) {} })'),
    fc.array(fc.oneof({ weight: 3, arbitrary: method }, field, others), { maxLength: 6 }),
  )
  .map(([start, members]) => `${start} {\n${members.join('\n')}\n}`);

describe('the parameters in the text of a class', () => {
  it('are those that acorn reads, in generated classes', () => {
    let compared = 0;
    fc.assert(
      fc.property(classText, (text) => {
        const expected = tryRead(text);
        fc.pre(expected !== undefined);
        expect({ text, read: readOwn(text) }).toEqual({ text, read: expected });
        compared += expected.length;
      }),
      { numRuns: runs(20), seed: 2_026 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it.each(realTexts())('are those that acorn reads, in %s', (_, code) => {
    const minified = code.map((text) => transformSync(text, { minify: true }).code);
    const classes = [...code, ...minified].flatMap(classesOf);
    expect(classes.length).toBeGreaterThan(1);
    for (const text of classes) expect(readOwn(text)).toEqual(readWithAcorn(text));
  });
});

function tryRead(text: string): Names | undefined {
  try {
    return readWithAcorn(text);
  } catch {
    return undefined;
  }
}

/** Returns the code of files that contain classes: of this package, and of others. */
function realTexts(): readonly (readonly [string, readonly string[]])[] {
  const own = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .map((code) => transformSync(code, { loader: 'ts', target: 'es2022', tsconfigRaw }).code);
  const require = createRequire(import.meta.url);
  const packages = ['minisearch', 'fast-check', 'lru-cache'].map((name) => {
    return [name, [readFileSync(require.resolve(name), 'utf8')]] as const;
  });
  return [['the files of this package', own], ...packages];
}
