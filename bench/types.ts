import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from './table.js';

/** What the compiler compares in a program. */
interface Checks {
  /** Options of `@Param()` that the type of a parameter may contradict. */
  readonly params: boolean;
  /** zod schemas of inputs and outputs in the options of `@Tool()`. */
  readonly schemas: boolean;
  /** Generated types of the tools, and typed calls. */
  readonly toolkit: boolean;
}

const plain: Checks = { params: false, schemas: false, toolkit: false };

const programs: Readonly<Record<string, Checks>> = {
  'decorators that only describe': plain,
  'options of @Param()': { ...plain, params: true },
  'zod schemas of @Tool()': { ...plain, schemas: true },
  'a typed toolkit': { ...plain, toolkit: true },
  'all of them': { params: true, schemas: true, toolkit: true },
};

/** `npm run bench types`: what it costs a compiler to check the types of an app with many tools. */
function main(): void {
  const { values } = parseArgs({
    options: {
      smoke: { type: 'boolean', default: false },
      compiler: { type: 'string', default: 'node_modules/typescript' },
    },
  });
  const size = values.smoke ? { classes: 1, toolsPerClass: 2 } : { classes: 30, toolsPerClass: 10 };
  const rounds = values.smoke ? 1 : 5;
  const compiler = resolve(values.compiler, 'bin/tsc');
  const folder = createFolder();
  try {
    for (const [index, checks] of Object.values(programs).entries()) {
      writeFileSync(join(folder, `program-${index}.ts`), programText(size, checks));
    }
    const { stdout: version } = spawnSync(process.execPath, [compiler, '--version'], { encoding: 'utf8' });
    console.log(
      `${describeMachine()}\n\n${version.trim()}, ${size.classes * size.toolsPerClass} tools, lowest of ${rounds}`,
    );
    const runs = Array.from({ length: rounds }, () =>
      Object.keys(programs).map((_, index) => check(folder, `program-${index}.ts`, compiler)),
    );
    for (const [index, name] of Object.keys(programs).entries()) {
      const seconds = Math.min(...runs.map((run) => run[index]?.seconds ?? Number.NaN));
      const { instantiations = Number.NaN } = runs[0]?.[index] ?? {};
      const types = instantiations.toLocaleString('en').padStart(9);
      console.log(`${name.padEnd(30)} ${seconds.toFixed(2).padStart(6)} s ${types} instantiations`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Creates a folder that finds toolwright and zod. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-bench-'));
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  symlinkSync(resolve('.'), join(folder, 'node_modules/toolwright'), 'dir');
  symlinkSync(resolve('node_modules/zod'), join(folder, 'node_modules/zod'), 'dir');
  return folder;
}

interface Size {
  readonly classes: number;
  readonly toolsPerClass: number;
}

/** The text of a program: each second tool has parameters, and each other one takes an object. */
function programText({ classes, toolsPerClass }: Size, checks: Checks): string {
  const indexes = Array.from({ length: classes }, (_, index) => index);
  const tools = indexes.map((owner) =>
    Array.from({ length: toolsPerClass }, (_, index) => ({
      name: `tool${owner}_${index}`,
      hasParams: index % 2 === 0,
    })),
  );
  return [
    "import { z } from 'zod';",
    "import { Param, Tool, Toolkit, ToolRegistry, type TypesOf, toolTypes } from 'toolwright';",
    ...tools.map((owned, owner) => classText(owner, owned, checks)),
    checks.toolkit
      ? `const toolkit = Toolkit.of(${indexes.map((owner) => `new Service${owner}()`).join(', ')});`
      : `const toolkit = new Toolkit();\n${indexes.map((owner) => `toolkit.register(new Service${owner}());`).join('\n')}`,
    'export async function run(): Promise<void> {',
    ...tools.flat().map(({ name, hasParams }) => {
      const input = hasParams ? "{ text: 'a', count: 1 }" : "{ name: 'a', count: 1, at: { done: true } }";
      return `  await toolkit.execute('${name}', ${input});`;
    }),
    '}',
  ].join('\n');
}

interface ToolText {
  readonly name: string;
  readonly hasParams: boolean;
}

function classText(owner: number, tools: readonly ToolText[], { params, schemas, toolkit }: Checks): string {
  const declared = tools.flatMap(({ name, hasParams }) =>
    hasParams
      ? []
      : [
          `const ${name}Input = z.object({ name: z.string(), count: z.number(), at: z.object({ done: z.boolean() }) });`,
          `const ${name}Output = z.object({ sum: z.number() });`,
        ],
  );
  const methods = tools.map(({ name, hasParams }) =>
    hasParams
      ? `  @Tool({ description: 'Repeat a text' })
  ${name}(
    @Param({ description: 'The text'${params ? ', minLength: 1' : ''} }) text: string,
    @Param({ description: 'How often'${params ? ', minimum: 1, maximum: 9, default: 3' : ''} }) count: number,
  ): string { return text.repeat(count); }`
      : `  @Tool({ description: 'Add'${schemas ? `, inputSchema: ${name}Input, outputSchema: ${name}Output` : ''} })
  ${name}(input: z.output<typeof ${name}Input>): z.input<typeof ${name}Output> { return { sum: input.count }; }`,
  );
  const types = tools.map(({ name, hasParams }) =>
    hasParams
      ? `  readonly ${name}: { readonly input: { readonly text: string; readonly count?: number }; readonly output: string };`
      : `  readonly ${name}: { readonly input: { readonly name: string; readonly count: number; readonly at: { readonly done: boolean } }; readonly output: { readonly sum: number } };`,
  );
  const generated = toolkit
    ? [
        `interface Types${owner} {\n${types.join('\n')}\n}`,
        `interface Service${owner} { readonly [toolTypes]?: TypesOf<Types${owner}> }`,
      ]
    : [];
  return [...declared, `class Service${owner} extends ToolRegistry {`, ...methods, '}', ...generated].join('\n');
}

interface CheckCost {
  readonly seconds: number;
  readonly instantiations: number;
}

/** Compiles a program. Reading files and starting the compiler do not count. */
function check(folder: string, file: string, compiler: string): CheckCost {
  const options = '--target ES2022 --module NodeNext --strict --skipLibCheck --experimentalDecorators --noEmit';
  const args = [compiler, ...options.split(' '), '--extendedDiagnostics', file];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const seconds = stdout.match(/Check time:\s+([\d.]+)s/)?.[1];
  const instantiations = stdout.match(/Instantiations:\s+([\d,]+)/)?.[1];
  if (seconds === undefined || stdout.includes('error TS')) throw new Error(`It does not compile: ${stdout}`);
  return { seconds: Number(seconds), instantiations: Number(instantiations?.replaceAll(',', '')) };
}

main();
