import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { callTool } from '../../src/build/cli/call.js';
import { loadTools } from '../../src/build/cli/load-tools.js';
import { runCommand } from '../../src/build/cli/run-command.js';
import { CommandFailure } from '../../src/build/cli/shared/exit-codes.js';
import { TextReport } from '../../src/build/cli/text-report.js';

const noInput = "{ inputSchema: { type: 'object', properties: {} } }";

describe('the command, in this process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-cli-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function moduleOf(name: string, source: string): string {
    const file = join(folder, name);
    writeFileSync(file, `import { Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';\n${source}`);
    return file;
  }

  /** What the command writes while it runs. */
  async function written(...args: readonly string[]): Promise<{ out: string; err: string }> {
    const texts = { out: '', err: '' };
    const collect = (name: keyof typeof texts) => ({ write: (text: string) => (texts[name] += text) });
    await runCommand(args, { stdin: Readable.from([]), stdout: collect('out'), stderr: collect('err') });
    return texts;
  }

  const tools = `
    class Clock extends ToolRegistry {
      now() { return 'noon'; }
      *tick() { yield 'tick '; yield 'tock'; return undefined; }
      *count() { yield 1; yield 2; }
      fail() { throw new Error('out of order'); }
    }
    for (const name of ['now', 'tick', 'count', 'fail']) {
      Tool({ description: name + ' it' })(Clock.prototype, name, Object.getOwnPropertyDescriptor(Clock.prototype, name));
    }
    class Needy extends ToolRegistry {
      constructor(store) { super(); if (store === undefined) throw new Error('a store is needed'); }
      read() { return 1; }
    }
    Tool()(Needy.prototype, 'read', Object.getOwnPropertyDescriptor(Needy.prototype, 'read'));
    export { Clock, Needy };
    const toolkit = new Toolkit();
    toolkit.createGroup('late');
    toolkit.register(ToolSpec.fromFunction(() => 'late', { name: 'sleep', ...${noInput} }), { group: 'late' });
    export { toolkit };
    export const loose = ToolSpec.fromFunction(() => 'loose', { name: 'loose', ...${noInput} });
    export const several = [ToolSpec.fromFunction(() => 'one', { name: 'one', ...${noInput} })];
    export const nothing = { a: 1 };
  `;

  it('finds tools in every kind of export and reports the exports that it skips', async () => {
    const { tools: found, warnings } = await loadTools({ modulePath: moduleOf('tools.mjs', tools) });
    expect(found.map(({ spec }) => spec.name).sort()).toEqual([
      'count',
      'fail',
      'loose',
      'now',
      'one',
      'sleep',
      'tick',
    ]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("'Needy' is skipped");
  });

  it('lists tools as text and as JSON', async () => {
    const file = moduleOf('listed.mjs', tools);
    const { out, err } = await written('list', file);
    expect(out).toContain('now [basic]\n  now it\n  now()');
    expect(out).toContain('sleep [late, inactive]');
    expect(err).toContain("'Needy' is skipped");
    const { out: json } = await written('list', file, '--json');
    expect(JSON.parse(json).data.tools).toContainEqual(expect.objectContaining({ type: 'function', name: 'loose' }));
  });

  it('calls a tool and prints its result or its chunks', async () => {
    const modulePath = moduleOf('called.mjs', tools);
    const listeners = process.listenerCount('SIGINT');
    const call = (toolName: string, stream: boolean): Promise<{ out: string; err: string }> =>
      written('call', modulePath, toolName, ...(stream ? ['--stream'] : []));
    expect((await call('now', false)).out).toBe('noon\n');
    expect((await call('tick', true)).out).toBe('tick tock\n');
    expect((await call('count', true)).out).toBe('1\n2\n');
    expect(await call('fail', false)).toEqual({
      out: '',
      err: expect.stringMatching(/^warning: 'Needy' is skipped: .*\nout of order\n$/),
    });
    expect((await call('fail', true)).err).toMatch(/out of order\n$/);
    expect((await call('sleep', false)).err).toContain("the group 'late', which is not active");
    expect(process.listenerCount('SIGINT')).toBe(listeners);
  });

  it('rejects modules that it cannot load and tools that do not exist', async () => {
    const empty = moduleOf('empty.mjs', 'export const a = 1;');
    const broken = moduleOf('broken.mjs', "throw new Error('no luck');");
    const failure = async (run: Promise<unknown>): Promise<string> => {
      const error: unknown = await run.catch((thrown: unknown) => thrown);
      return error instanceof CommandFailure ? `${error.exitCode} ${error.message}` : String(error);
    };
    expect(await failure(loadTools({ modulePath: empty }))).toMatch(/^2 .*exports no tools/);
    expect(await failure(loadTools({ modulePath: broken }))).toMatch(/^2 Cannot load .*no luck/);
    expect(await failure(loadTools({ modulePath: join(folder, 'none.mjs') }))).toMatch(/^2 File .* does not exist/);
    const call = {
      modulePath: moduleOf('some.mjs', tools),
      toolName: 'nwo',
      input: undefined,
      state: [],
      stream: false,
      answers: undefined,
    };
    const quiet = { write: () => true };
    const environment = {
      report: new TextReport({ stdout: quiet, stderr: quiet }),
      streams: { stdin: Readable.from([]), stdout: quiet, stderr: quiet },
    };
    expect(await failure(callTool(call, environment))).toMatch(
      /^1 There is no tool named 'nwo'\. Did you mean 'now'\?/,
    );
  });

  it('calls the function toolkit that a module exports', async () => {
    const file = moduleOf(
      'application.mjs',
      `export const toolkit = async () => {
        const created = new Toolkit();
        created.register(ToolSpec.fromFunction(function now() { return 'noon'; }));
        return created;
      };`,
    );
    expect((await loadTools({ modulePath: file })).tools.map(({ spec }) => spec.name)).toEqual(['now']);
    expect((await written('call', file, 'now')).out).toBe('noon\n');
  });
});
