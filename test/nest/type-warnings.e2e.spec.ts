import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { writeFiles } from '../plugin/plugin-project.js';
import { installPackedPackage } from '../support/packed-package.js';

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  types: [],
};

/** An application that ends after its start or at its first warning, and prints the threads and compilers that it has loaded. */
const main = `import { NestFactory } from '@nestjs/core';
import { Injectable, Module } from '@nestjs/common';
import { Tool } from 'toolwright';
import { ToolkitModule } from 'toolwright/nest';

@Injectable()
class Orders {
  @Tool()
  find(query: string, state: 'open' | 'paid', page?: 1 | 2): string {
    return [query, state, page].join(' ');
  }
}

declare const process: any;
declare const require: any;
const typeWarnings = process.argv[2] === 'default' ? undefined : false;
const loaded: string[] = [];
process.on('worker', () => loaded.push('a thread'));
process.on('exit', () => {
  if (Object.keys(require.cache).some((file) => file.includes('typescript'))) loaded.push('a compiler');
  process.stdout.write(loaded.join());
});

@Module({ imports: [ToolkitModule.forRoot({ typeWarnings })], providers: [Orders] })
class AppModule {}

async function main() {
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.init();
  if (process.argv[3] === 'end') return;
  const watch = setInterval(() => {}, 1_000);
  process.once('warning', () => clearInterval(watch));
}

main();
`;

/** An application whose tool has a parameter with the type of an interface. */
const withInterface = main
  .replace('@Injectable()', 'interface Filter { text: string }\n\n@Injectable()')
  .replace('query: string', 'query: Filter')
  .replace('logger: false', 'logger: false, abortOnError: false');

interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly program?: 'main' | 'interface';
}

interface Started {
  readonly status: number | null;
  /** What the process has loaded to compare types. */
  readonly loaded: string;
  readonly warning: string;
}

describe('the warning at the start of a NestJS application', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage('@nestjs/platform-express');
    const options = ts.convertCompilerOptionsFromJson(compilerOptions, project).options;
    const module = ts.ModuleKind.CommonJS;
    const compile = (source: string): string =>
      ts.transpileModule(source, { compilerOptions: { ...options, module } }).outputText;
    writeFiles(project, {
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
      'src/main.ts': main,
      'out/main.cjs': compile(main),
      'out/interface.cjs': compile(withInterface),
    });
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  const start = (args: readonly string[], { env, cwd = project, program = 'main' }: Surroundings = {}): Started => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, `out/${program}.cjs`), ...args], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });
    return { status, loaded: stdout, warning: stderr };
  };

  it('is an error that names the plugin of the Nest CLI for an interface', () => {
    const { status, warning } = start(['default', 'end'], { program: 'interface' });
    expect(warning).toContain(
      "Orders.find: parameter 'query' has no runtime type (an interface or a union). Build with the plugin " +
        "'toolwright/nest-plugin' in nest-cli.json, or use a DTO class or @Param({ schema }).",
    );
    expect(status).toBe(1);
  });

  it('names the parameters whose published type is wider than their own', () => {
    const { warning } = start(['default', 'wait']);
    expect(warning.match(/ToolwrightWarning/g)).toHaveLength(1);
    expect(warning).toContain(
      "src/main.ts:9:23 Orders.find: parameter 'state' is published as any string, but its type is 'open' | 'paid'.",
    );
    expect(warning).toContain("parameter 'page' is published as any number, but its type is 1 | 2.");
    expect(warning).toContain('toolwright/nest-plugin');
    expect(warning).not.toContain("'query'");
  });

  it('does not keep the application running', () => {
    expect(start(['default', 'end'])).toEqual({ status: 0, loaded: 'a thread', warning: '' });
  });

  it('says that a build has not run the plugin that nest-cli.json names', () => {
    const folder = join(project, 'configured');
    writeFiles(folder, {
      'nest-cli.json': JSON.stringify({ compilerOptions: { plugins: ['toolwright/nest-plugin'] } }),
    });
    expect(start(['default', 'end'], { cwd: folder }).warning).toMatch(
      /The types and comments of 'find' are missing\. nest-cli\.json names toolwright\/nest-plugin, but .*'swc'/,
    );
  });

  it.each([
    ['in production', ['default', 'end'], { NODE_ENV: 'production' }],
    ['with the option typeWarnings: false', ['off', 'end'], {}],
    ['in tests', ['default', 'end'], { NODE_ENV: 'test' }],
  ])('is not given %s, where neither a thread nor a compiler is loaded', (_, args, env) => {
    expect(start(args, { env })).toEqual({ status: 0, loaded: '', warning: '' });
  });
});
