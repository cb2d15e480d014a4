import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { root, runNode } from '../support/repository.js';

// Nothing in this text but the bundled package shows that a minifier renamed its parameters.
const app = `
  import { Param, Tool, toolSpecsOf } from 'toolwright';
  const service = new (class {
    sum(first, second) {
      return first + second;
    }
  })();
  const target = Object.getPrototypeOf(service);
  for (const index of [0, 1]) Param({ type: Number })(target, 'sum', index);
  Tool()(target, 'sum', Object.getOwnPropertyDescriptor(target, 'sum'));
  try {
    console.log(Object.keys(toolSpecsOf(service).sum.inputSchema.properties).join());
  } catch (error) {
    console.log(error.message);
  }
`;

describe('an app that is bundled together with toolwright', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mangled-'));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function run(options: BuildOptions): string {
    const outfile = join(folder, 'app.mjs');
    writeFileSync(join(folder, 'app.js'), app);
    const alias = { toolwright: join(root, 'dist/index.js') };
    const banner = {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    };
    buildSync({
      ...{ entryPoints: [join(folder, 'app.js')], outfile, bundle: true, platform: 'node', format: 'esm' },
      ...{ alias, banner, nodePaths: [join(root, 'node_modules')], ...options },
    });
    return runNode([outfile], { cwd: folder }).trim();
  }

  it('publishes the author’s names if its identifiers are preserved', () => {
    expect(run({})).toBe('first,second');
    expect(run({ minifyWhitespace: true, minifySyntax: true })).toBe('first,second');
  });

  it.each<BuildOptions>([{ minify: true }, { minifyIdentifiers: true }])('is refused with %j', (options) => {
    expect(run(options)).toMatch(
      /\.sum: a minifier renamed its parameters, so that a model would see the names \w, \w\./,
    );
  });
});
