import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/repository.js';
import { Workshop } from './command-line.js';

describe('toolwright list', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
  });

  afterAll(() => workshop.remove());

  async function listed(name: string): Promise<readonly string[]> {
    const { code, stdout } = await workshop.run('list', name, '--json');
    expect(code).toBe(0);
    const { data } = JSON.parse(stdout) as { readonly data: { readonly tools: readonly { readonly name: string }[] } };
    return data.tools.map((schema) => schema.name);
  }

  it('prints name, group, description and signature of each tool', async () => {
    workshop.compile(
      'shelf.mjs',
      `export class Shelf extends ToolRegistry {
        @Tool({ description: 'Search the shelf.\\nFinds books.' }) search(query: string, limit: number = 10) {}
        @Tool({ group: 'admin' }) clear() {}
      }`,
    );
    expect(await workshop.run('list', 'shelf.mjs')).toEqual({
      code: 0,
      stdout: `search [basic]
  Search the shelf.
  Finds books.
  search({ query, limit = 10 })

clear [admin]
  clear()
`,
      stderr: '',
    });
  });

  it('returns the results of toJsonSchema() with the groups for --json', async () => {
    workshop.compile(
      'spec.mjs',
      `export const toolkit = new Toolkit();
      toolkit.createGroup('math', {});
      const add = ToolSpec.fromFunction(function add(a: number) {}, { params: { a: { type: Number } } });
      toolkit.register(add, { group: 'math' });`,
    );
    const { code, stdout, stderr } = await workshop.run('list', 'spec.mjs', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      command: 'list',
      exitCode: 0,
      data: {
        tools: [
          {
            type: 'function',
            name: 'add',
            parameters: {
              type: 'object',
              properties: { a: { type: 'number' } },
              required: ['a'],
              additionalProperties: false,
            },
            strict: true,
            group: 'math',
            active: false,
          },
        ],
      },
      warnings: [],
    });
  });

  it('finds instances, classes, toolkits, specs, and arrays and records of specs', async () => {
    workshop.compile(
      'all.mjs',
      `class One extends ToolRegistry { @Tool() one() {} }
      export class Two extends ToolRegistry { @Tool() two() {} }
      class Three extends ToolRegistry { @Tool() three() {} }
      const spec = (name: string) => ToolSpec.create({ name, executor: { kind: 'native', execute: () => name } });
      export const toolkit = new Toolkit();
      toolkit.register(new Three());
      export default new One();
      export const four = spec('four');
      export const five = [spec('five'), spec('six')];
      export const seven = { a: spec('seven') };
      export const others = [new Date(), { list() {} }, [1], { a: spec('hidden'), b: 1 }, null, 'text', () => spec('hidden')];
      export class Unrelated {}
      export { ToolRegistry };`,
    );
    expect([...(await listed('all.mjs'))].sort()).toEqual(['five', 'four', 'one', 'seven', 'six', 'three', 'two']);
  });

  it('lists a tool once that is exported in several ways', async () => {
    workshop.compile(
      'often.mjs',
      `class Base extends ToolRegistry { @Tool() one() {} }
      class Shelf extends Base { @Tool() two() {} }
      const shelf = new Shelf();
      const specs = shelf.toToolSpecs();
      const toolkit = new Toolkit();
      toolkit.register(shelf);
      export { Base, Shelf, Shelf as default, shelf, specs, toolkit };`,
    );
    expect(await listed('often.mjs')).toEqual(['one', 'two']);
  });

  it('does not instantiate a class of which a toolkit contains an instance', async () => {
    workshop.compile(
      'held.mjs',
      `export class Shelf extends ToolRegistry {
        constructor(private readonly books: string[]) { super(); }
        @Tool() count() { return this.books.length; }
      }
      export const toolkit = new Toolkit();
      toolkit.register(new Shelf(['a', 'b']));`,
    );
    expect(await workshop.run('list', 'held.mjs')).toEqual({
      code: 0,
      stdout: 'count [basic]\n  count()\n',
      stderr: '',
    });
    expect((await workshop.run('call', 'held.mjs', 'count')).stdout).toBe('2\n');
  });

  it("shows a toolkit's groups and which tools are inactive", async () => {
    workshop.compile(
      'groups.mjs',
      `class Shelf extends ToolRegistry { @Tool() one() {} @Tool({ group: 'admin' }) two() {} }
      export const toolkit = new Toolkit();
      toolkit.createGroup('admin');
      toolkit.createGroup('shelf', { active: true });
      toolkit.register(new Shelf().toolSpec('one'), { group: 'shelf' });
      toolkit.register(new Shelf().toolSpec('two'));`,
    );
    const { stdout } = await workshop.run('list', 'groups.mjs');
    expect(stdout).toBe('one [shelf]\n  one()\n\ntwo [admin, inactive]\n  two()\n');
  });

  it('reports the classes that it cannot instantiate and lists the other tools', async () => {
    workshop.compile(
      'partly.mjs',
      `export class Needy extends ToolRegistry { constructor(store: object) { super(); } @Tool() one() {} }
      export class Failing extends ToolRegistry { constructor() { super(); throw new Error('no key'); } @Tool() two() {} }
      export class Fine extends ToolRegistry { @Tool() three() {} }`,
    );
    expect(await workshop.run('list', 'partly.mjs')).toEqual({
      code: 0,
      stdout: 'three [basic]\n  three()\n',
      stderr:
        "warning: 'Failing' is skipped: its constructor failed (no key). Export an instance of it.\n" +
        "warning: 'Needy' is skipped: its constructor requires arguments. Export an instance of it.\n",
    });
  });

  describe('with a module that it cannot use', () => {
    async function refusal(name: string): Promise<string> {
      const { code, stdout, stderr } = await workshop.run('list', name);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).not.toMatch(/^\s+at /m);
      return stderr;
    }

    it('reports a file that does not exist', async () => {
      expect(await refusal('none.mjs')).toBe("toolwright: File 'none.mjs' does not exist.\n");
    });

    it('reports the error that loading it throws', async () => {
      workshop.write('broken.mjs', "throw new TypeError('no database');");
      expect(await refusal('broken.mjs')).toBe("toolwright: Cannot load 'broken.mjs': no database\n");
    });

    it('reports that it exports no tools', async () => {
      workshop.write('empty.mjs', 'export const answer = 42;');
      expect(await refusal('empty.mjs')).toBe(
        "toolwright: 'empty.mjs' exports no tools. Export a ToolRegistry, a Toolkit or a ToolSpec.\n",
      );
    });

    it('says how to export the toolkit of a NestJS application', async () => {
      symlinkSync(join(root, 'node_modules/@nestjs'), join(workshop.folder, 'node_modules/@nestjs'), 'dir');
      workshop.compile(
        'app.module.mjs',
        `import { Module } from '@nestjs/common';
        export class Orders extends ToolRegistry { constructor(store: Map<string, string>) { super(); } @Tool() count() {} }
        @Module({ providers: [Orders] })
        export class AppModule {}`,
      );
      expect(await refusal('app.module.mjs')).toBe(
        "toolwright: 'app.module.mjs' exports no tools. Export the toolkit of the NestJS module: import { createToolkitContext } " +
          "from 'toolwright/nest'; export const toolkit = async () => (await createToolkitContext(AppModule)).toolkit;\n",
      );
    });

    it('reports why its only class provides no tools', async () => {
      workshop.compile(
        'needy.mjs',
        'export class Needy extends ToolRegistry { constructor(store: object) { super(); } @Tool() one() {} }',
      );
      expect(await refusal('needy.mjs')).toContain("'Needy' is skipped: its constructor requires arguments.");
    });

    it("shows an author's mistake in a definition", async () => {
      workshop.compile('mistake.mjs', 'export class Shelf extends ToolRegistry { @Tool() find(filter: object) {} }');
      expect(await refusal('mistake.mjs')).toContain("Shelf.find: parameter 'filter'");
    });
  });

  describe('--cost', () => {
    const source = `class Shelf extends ToolRegistry {
        @Tool({ description: 'Search the shelf.' }) search(query: string) {}
        @Tool({ description: 'x'.repeat(4000), group: 'admin' }) clear() {}
      }
      export const toolkit = new Toolkit();
      toolkit.createGroup('admin');
      toolkit.register(new Shelf());`;

    beforeAll(() => workshop.compile('costly.mjs', source));

    it('prints the size of each tool, and the total of the active ones', async () => {
      const { code, stdout } = await workshop.run('list', 'costly.mjs', '--cost');
      expect(code).toBe(0);
      expect(stdout.replaceAll(/\d+/g, 'N')).toBe(
        [
          '   N tokens     N bytes  clear [admin, inactive]',
          '     N tokens      N bytes  search [basic]',
          '     N tokens      N bytes  total of the active tools\n',
        ].join('\n'),
      );
    });

    it('prints them as JSON', async () => {
      const { stdout } = await workshop.run('list', 'costly.mjs', '--cost', '--json', '--budget', '100');
      expect(JSON.parse(stdout)).toMatchObject({
        ok: true,
        command: 'list',
        data: {
          budget: 100,
          tokens: expect.any(Number),
          tools: [
            { name: 'clear', active: false },
            { name: 'search', active: true },
          ],
        },
      });
    });

    it('exits with 1 if the active tools exceed the budget', async () => {
      expect(await workshop.run('list', 'costly.mjs', '--cost', '--budget', '20000')).toMatchObject({
        code: 0,
        stderr: '',
      });
      const { code, stdout, stderr } = await workshop.run('list', 'costly.mjs', '--cost', '--budget', '10');
      expect(code).toBe(1);
      expect(stdout).toContain('total of the active tools');
      expect(stderr).toMatch(
        /^toolwright: The active tools have about \d+ tokens, \d+ more than the budget of 10\.\n$/,
      );
    });

    it.each([
      [['--budget', '5'], '--budget requires --cost.'],
      [['--cost', '--budget', 'many'], "--budget must be a number of tokens, not 'many'."],
    ])('rejects %j', async (args, message) => {
      const { code, stderr } = await workshop.run('list', 'costly.mjs', ...args);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `toolwright: ${message} See 'toolwright list --help'.\n` });
    });
  });
});
