/** How a program was started, as far as its process shows it. */
interface Start {
  /** The path of the program, relative to the current folder if it is below it. */
  readonly file: string;
  /** The options of Node.js, which name the loaders. */
  readonly options: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface TypeSetUp {
  isUsed(start: Start): boolean;
  describe(start: Start): string;
}

const flag = '--import toolwright/register';

/** Where toolwright/nest notes that it registers the tools of an application. */
const NEST = Symbol.for('toolwright.nest@1');

/** How the types of tools are read, by what runs the program. The first that applies is used. */
const setUps: readonly TypeSetUp[] = [
  {
    isUsed: ({ file, options }) => isTypeScript(file) && /\btsx[\\/]dist[\\/]preflight\b/.test(options),
    describe: ({ file }) => startWith(`npx tsx ${flag} ${file}`),
  },
  {
    isUsed: ({ file, options }) => isTypeScript(file) && /(?:^|[\s=\\/])tsx(?:[\s\\/]|$)/.test(options),
    describe: ({ file }) => startWith(`node --import tsx ${flag} ${file}`),
  },
  {
    isUsed: ({ file, options }) => isTypeScript(file) && options.includes('ts-node/esm'),
    describe: ({ file }) => startWith(`node ${flag} --loader ts-node/esm ${file}`),
  },
  {
    isUsed: ({ file }) => isTypeScript(file) && Symbol.for('ts-node.register.instance') in process,
    describe: ({ file }) => startWith(`npx ts-node --require toolwright/register ${file}`),
  },
  {
    isUsed: () => 'Bun' in globalThis || 'Deno' in globalThis,
    describe: () => "Import the module that 'npx toolwright generate' writes before the tools are used",
  },
  { isUsed: ({ file }) => isTypeScript(file), describe: ({ file }) => startWith(`node ${flag} ${file}`) },
  {
    isUsed: isVitest,
    describe: () =>
      "Set plugins: [toolwright.vite()] in vitest.config.ts, with import toolwright from 'toolwright/plugin', which needs " +
      "'npm install -D unplugin'",
  },
  {
    isUsed: isJest,
    describe: () =>
      "Replace 'ts-jest', or the transformer that you use, in transform of the configuration of jest by " +
      "['toolwright/jest', { transformer: ['ts-jest', {}] }] (in a NestJS project, ['ts-jest', { astTransformers: { before: " +
      "['toolwright/nest-plugin'] } }] does the same)",
  },
  {
    isUsed: ({ env }) => env.NEXT_RUNTIME !== undefined,
    describe: () => "Export withToolwright({}) of 'toolwright/next' from next.config.js",
  },
  {
    isUsed: () => NEST in globalThis,
    describe: () => "Build with the plugin 'toolwright/nest-plugin' in nest-cli.json",
  },
];

/** Checks whether a test runner has compiled the program, instead of the build of the project. */
export function isTestRun(): boolean {
  return isVitest() || isJest(readStart());
}

function isVitest(): boolean {
  return '__vitest_worker__' in globalThis;
}

function isJest({ env }: Pick<Start, 'env'>): boolean {
  // A program that a test starts has the variable, too.
  return env.JEST_WORKER_ID !== undefined && 'expect' in globalThis;
}

/** Where toolwright/register notes that it reads the types of the modules of this process. */
const REGISTERED = Symbol.for('toolwright.register@1');

/** Notes that the types of TypeScript modules are read as they are loaded. */
export function noteTypesAreRead(): void {
  Object.assign(globalThis, { [REGISTERED]: true });
}

/** Notes that this process runs an application of NestJS. */
export function noteNest(): void {
  Object.assign(globalThis, { [NEST]: true });
}

/** Checks whether the types of TypeScript modules are read as they are loaded. */
export function areTypesRead(): boolean {
  return REGISTERED in globalThis;
}

/**
 * Returns what to do so that the types of tools are read, as the beginning of a sentence. It depends on what runs the program.
 * Undefined for a program that was compiled before it was started.
 */
export function describeTypeSetUp(): string | undefined {
  const start = readStart();
  return setUps.find((each) => each.isUsed(start))?.describe(start);
}

/** Checks whether the program is a TypeScript file, which no minifier has changed. */
export function isTypeScriptProgram(): boolean {
  return isTypeScript(readStart().file);
}

function readStart(): Start {
  // Some other runtimes have no process, or only parts of it.
  const env = globalThis.process?.env ?? {};
  const options = [...(globalThis.process?.execArgv ?? []), env.NODE_OPTIONS ?? ''].join(' ');
  return { file: relativePath(globalThis.process?.argv?.[1] ?? ''), options, env };
}

function relativePath(path: string): string {
  const folder = globalThis.process?.cwd?.() ?? '';
  const isBelow = folder !== '' && path.startsWith(folder) && /[\\/]/.test(path.charAt(folder.length));
  const file = isBelow ? path.slice(folder.length + 1) : path;
  return file.includes(' ') ? JSON.stringify(file) : file;
}

function isTypeScript(file: string): boolean {
  return /\.[cm]?tsx?"?$/.test(file);
}

function startWith(command: string): string {
  return `Start the program with '${command}'`;
}
