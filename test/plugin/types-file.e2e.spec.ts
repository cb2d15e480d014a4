import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { until } from '../execution/waiting.js';
import { root, runNode } from '../support/repository.js';
import { createPluginProject, writeFiles } from './plugin-project.js';

const types = 'src/toolwright.types.ts';

const lamp = (levels: string): string => `import { Tool, ToolRegistry } from 'toolwright';

export class Lamp extends ToolRegistry {
  @Tool()
  dim(level: ${levels}): string {
    return level;
  }
}
export const lamp = new Lamp();
`;

const buildScript = `import esbuild from '${pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href}';
import toolwright from 'toolwright/plugin';

const { watch, ...plugin } = JSON.parse(process.argv[2]);
let built = 0;
const count = { name: 'count', setup: (build) => build.onEnd(() => console.log('built ' + ++built)) };
const options = { entryPoints: ['src/lamp.ts'], outfile: 'out/lamp.mjs', bundle: true, format: 'esm', platform: 'node',
  packages: 'external', logLevel: 'silent', plugins: [toolwright.esbuild(plugin), count] };
if (watch) await (await esbuild.context(options)).watch();
else await esbuild.build(options);
`;

describe('the option types of the build plugin', () => {
  let project = '';

  const typesPath = (): string => join(project, types);
  const written = (): string => (existsSync(typesPath()) ? readFileSync(typesPath(), 'utf8') : '');
  const build = (options: object = { types }): string =>
    spawnSync(process.execPath, ['build.mjs', JSON.stringify(options)], { cwd: project, encoding: 'utf8' }).stderr;

  beforeEach(() => {
    project = createPluginProject();
    rmSync(join(project, 'src/orders.ts'));
    rmSync(join(project, 'src/main.ts'));
    writeFiles(project, { 'build.mjs': buildScript, 'src/lamp.ts': lamp("'low' | 'high'") });
  }, 120_000);

  afterEach(() => rmSync(project, { recursive: true, force: true }));

  it('writes the file that the command writes', () => {
    expect(build()).toBe('');
    const byPlugin = written();
    expect(byPlugin).toContain("readonly input: {\n      level: 'low' | 'high';\n    };");
    const command = 'node_modules/toolwright/dist/build/cli/main.js';
    rmSync(typesPath());
    runNode([command, 'generate', '--types', types], { cwd: project });
    expect(byPlugin).toBe(written());
  });

  it('does not write a file that is current', () => {
    build();
    const { mtimeMs } = statSync(typesPath());
    expect(build()).toBe('');
    expect(statSync(typesPath()).mtimeMs).toBe(mtimeMs);
  });

  it('writes the file again when a watch builds a change of the types, and only then', async () => {
    const watching = spawn(process.execPath, ['build.mjs', JSON.stringify({ types, watch: true })], { cwd: project });
    let output = '';
    watching.stdout.on('data', (data: Buffer) => {
      output += data.toString();
    });
    const change = async (text: string): Promise<void> => {
      const before = output.length;
      writeFiles(project, { 'src/lamp.ts': text });
      await until(() => output.length > before);
    };
    try {
      await until(() => output.includes('built 1'));
      expect(written()).toContain("'low' | 'high'");
      const { mtimeMs } = statSync(typesPath());
      await change(`${lamp("'low' | 'high'")}// A comment.\n`);
      expect(statSync(typesPath()).mtimeMs).toBe(mtimeMs);
      await change(lamp("'low' | 'middle' | 'high'"));
      expect(written()).toContain("'low' | 'middle' | 'high'");
      const count = output.length;
      await pause(1_000);
      expect(output).toHaveLength(count);
    } finally {
      watching.kill();
    }
  }, 60_000);

  it('warns about a type without a schema and a class without types, and leaves the file as it is', () => {
    build();
    const before = written();
    writeFiles(project, {
      'src/other.ts': lamp('() => void').replace('Lamp', 'Other'),
      'src/hidden.ts': lamp('string').replace('export class Lamp', 'class Hidden').replace('new Lamp', 'new Hidden'),
    });
    const warnings = build();
    expect(warnings).toContain(
      `ToolwrightWarning: '${types}' is not written: src/other.ts:5:7 Other.dim: parameter 'level' is a function`,
    );
    expect(warnings).toContain(
      "ToolwrightWarning: class 'Hidden' is not exported, so that the types of its tools are not written.",
    );
    expect(written()).toBe(before);
  });

  it('reads the project of the option project, or the one nearest to the file', () => {
    writeFiles(project, {
      'types/tsconfig.json': JSON.stringify({ include: ['*.ts'] }),
      'types/nothing.ts': 'export {};\n',
    });
    expect(build({ types: 'types/own.ts' })).toBe('');
    expect(readFileSync(join(project, 'types/own.ts'), 'utf8')).not.toContain('Lamp');
    expect(build({ types: 'types/all.ts', project: 'tsconfig.json' })).toBe('');
    expect(readFileSync(join(project, 'types/all.ts'), 'utf8')).toContain("declare module '../src/lamp.ts'");
  });

  it.each([
    [{ types: 'types.js' }, "The file with types must end with .ts, not 'types.js'."],
    [{ types: '/types.ts' }, "There is no tsconfig.json in the folder of '/types.ts' or above it. Set the path of the"],
    [{ types: 'src/toolwright.gen.ts' }, 'The file with types cannot be the module with schemas'],
    [{ types: 5 }, 'types'],
  ])('refuses %j', (options, message) => {
    expect(build(options)).toContain(message);
    expect(existsSync(join(project, 'src/toolwright.gen.ts'))).toBe(false);
  });
});
