import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installPackedPackage } from '../support/packed-package.js';
import { root } from '../support/repository.js';

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

/** The other versions of TypeScript compile the same programs in `npm run test:matrix`. */
describe('programs with a mistake in a line', () => {
  let project = '';
  let compilePrograms: (options: {
    readonly project: string;
    readonly compiler: string;
    readonly legacy: boolean;
    readonly programs?: string;
  }) => {
    readonly differences: readonly string[];
    readonly expected: number;
  };

  beforeAll(async () => {
    ({ compilePrograms } = await import(join(root, 'test/types/compile-programs.mjs')));
    project = installPackedPackage('zod', 'valibot', 'arktype');
  });

  afterAll(() => {
    rmSync(project, { recursive: true });
  });

  it.each([
    { what: 'with legacy decorators', legacy: true, mistakes: 100 },
    { what: 'with TC39 decorators', legacy: false, mistakes: 80 },
    { what: 'in an application that declares its types', legacy: true, programs: 'app-types', mistakes: 15 },
  ])('do not compile $what, and others do', ({ legacy, programs, mistakes }) => {
    const folder = programs === undefined ? {} : { programs: join(root, 'test/fixtures', programs) };
    const { differences, expected } = compilePrograms({ project, compiler, legacy, ...folder });
    expect(differences).toEqual([]);
    expect(expected).toBeGreaterThan(mistakes);
  });
});
