import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workshop } from '../cli/command-line.js';
import { packedFolder } from '../support/packed-package.js';
import { root } from '../support/repository.js';

/**
 * MiniSearch, a full-text index under the MIT licence, as published: a class of 2,000 lines with comments that was
 * written without toolwright in mind. The only change is `@Tool()` above five methods.
 */
describe('a class from a package', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = new Workshop(packedFolder);
    cpSync(join(root, 'node_modules/minisearch/src'), join(workshop.folder, 'src/minisearch'), {
      recursive: true,
      filter: (path) => !/test/i.test(path.slice(root.length)),
    });
    const path = 'src/minisearch/MiniSearch.ts';
    const source = readFileSync(join(workshop.folder, path), 'utf8');
    const decorated = source.replaceAll(/^( {2})(add|discard|has|autoSuggest|search) \(/gm, (line, indent, name) => {
      return `${indent}@Tool()\n${line}`;
    });
    expect(decorated.match(/@Tool\(\)/g)).toHaveLength(5);
    workshop.write(path, `import { Tool } from 'toolwright'\n${decorated}`);
    workshop.write(
      'src/main.ts',
      `import { toolSpecsOf } from 'toolwright';
import MiniSearch from './minisearch/MiniSearch';
import './toolwright.gen';

async function main(): Promise<void> {
  const { add, autoSuggest, discard, has } = toolSpecsOf(new MiniSearch({ fields: ['title'] }));
  await add?.call({ document: { id: 7, title: 'green tea' } });
  const suggested = await autoSuggest?.call({ queryString: 'gre', options: { prefix: true, boost: { title: 2 } } });
  const refused = await autoSuggest?.exec({ queryString: 'gre', options: { combineWith: 'NOR' } });
  await discard?.call({ id: 7 });
  const gone = await has?.call({ id: 7 });
  process.stdout.write(
    JSON.stringify({ suggested, refused: refused?.toText(), gone, input: autoSuggest?.inputSchema, about: discard?.description }),
  );
}

void main();
`,
    );
    const compilerOptions = {
      target: 'ES2022',
      module: 'commonjs',
      moduleResolution: 'node10',
      ignoreDeprecations: '5.0',
      paths: { toolwright: ['./node_modules/toolwright/dist/index.d.ts'] },
      strict: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      rootDir: 'src',
      outDir: 'dist',
    };
    workshop.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
    const run = await workshop.runProcess('generate');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: workshop.folder });
  }, 180_000);

  afterAll(() => workshop.remove());

  it('becomes tools described by its existing types and comments', () => {
    const output = JSON.parse(
      execFileSync(process.execPath, ['dist/main.js'], { cwd: workshop.folder, encoding: 'utf8' }),
    );
    expect(output.suggested).toEqual([{ suggestion: 'green', terms: ['green'], score: expect.any(Number) }]);
    expect(output.refused).toContain('/options/combineWith');
    expect(output.gone).toBe(false);
    expect(output.about).toMatch(/^Discards the document with the given ID/);
    const { properties, required } = output.input;
    expect(required).toEqual(['queryString']);
    expect(properties.queryString).toEqual({ type: 'string', description: expect.any(String) });
    const { options } = properties;
    expect(Object.keys(options.properties)).toEqual(
      expect.arrayContaining(['fields', 'weights', 'boost', 'fuzzy', 'prefix']),
    );
    // An option that can only be a function cannot be sent as JSON and is therefore optional.
    expect(Object.keys(options.properties)).not.toContain('filter');
    expect(options.properties.weights.required).toEqual(['fuzzy', 'prefix']);
    expect(options.properties.boost).toMatchObject({ type: 'object', additionalProperties: { type: 'number' } });
  });
});
