import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { textOf } from '../support/program.js';
import { root } from '../support/repository.js';
import { codeBlocksOf, documentationPages, type PeerProgram, peerProgramsOf } from './code-blocks.js';

const programs = documentationPages().flatMap(peerProgramsOf);
const [shop] = codeBlocksOf('docs/agent-sdks.md');

/**
 * The programs of the documentation that need an agent SDK, each in the folder of its SDK in test/peers. Those of
 * docs/agent-sdks.md import the toolkit of that page from `shop.js`. `model.js` is the double of that folder: a scripted
 * model, or a server in place of the vendor's.
 */
describe('the programs that need an agent SDK', () => {
  it('exist for each SDK in test/peers, in one version', () => {
    const sdks = readdirSync(join(root, 'test/peers')).map((name) => name.replace(/-\d+$/, ''));
    const shown = peerProgramsOf('docs/agent-sdks.md').map(({ peer }) => peer.replace(/-\d+$/, ''));
    expect([...new Set(shown)].sort()).toEqual([...new Set(sdks)].sort());
  });

  it.each(programs)('compile with the types of $peer, and print what they say: $at', async (program) => {
    const folder = prepare(program);
    expect(compile(folder)).toEqual([]);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'out/main.js')], { cwd: folder });
    expect(stdout.trimEnd()).toBe(program.printed);
  });
});

/** Writes a program into the folder of its SDK. Returns its own folder. */
function prepare({ peer, code, at }: PeerProgram): string {
  const folder = join(root, 'test/peers', peer, '.build', at.replaceAll(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  // A copy, so that the package finds the SDK that is installed next to it.
  cpSync(join(root, 'test/.build/packed'), join(folder, 'node_modules/toolwright'), { recursive: true });
  writeFileSync(join(folder, 'main.ts'), code);
  writeFileSync(join(folder, 'shop.ts'), shop?.code ?? '');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  mkdirSync(join(folder, 'out'));
  // The double is next to the source for the compiler, and next to the compiled program, with the programs that it starts.
  for (const name of readdirSync(join(root, 'test/peers', peer)).filter((file) => file.endsWith('.mjs'))) {
    for (const target of [folder, join(folder, 'out')]) {
      copyFileSync(join(root, 'test/peers', peer, name), join(target, name === 'double.mjs' ? 'model.js' : name));
    }
  }
  return folder;
}

/** Compiles a program as `tsc` does, in place. Returns the errors. */
function compile(folder: string): readonly string[] {
  const program = ts.createProgram([join(folder, 'main.ts')], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    allowJs: true,
    checkJs: false,
    maxNodeModuleJsDepth: 0,
    rootDir: folder,
    outDir: join(folder, 'out'),
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  });
  const files = ['main.ts', 'shop.ts'].map((name) => program.getSourceFile(join(folder, name)));
  const errors = files.flatMap((file) => ts.getPreEmitDiagnostics(program, file)).map(textOf);
  if (errors.length === 0) for (const file of files) program.emit(file);
  return errors;
}
