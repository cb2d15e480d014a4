import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { runOf, Workshop } from '../cli/command-line.js';
import { until } from '../execution/waiting.js';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { DevClient } from './dev-client.js';

const header = "import { tool, Toolkit, secret } from 'toolwright';\n";

/** A running command, and a client of its page. */
interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly client: DevClient;
  readonly origin: string;
  readonly printed: () => string;
  /** The ID of the process of the tools. */
  readonly pidOfTools: () => Promise<number>;
}

describe('toolwright dev', () => {
  let workshop: Workshop;
  const open = new Set<() => unknown>();

  beforeEach(() => {
    workshop = new Workshop(packedFolder);
    workshop.write('package.json', '{ "type": "module", "name": "shop", "version": "1.2.3" }');
    write("() => 'one'");
  });

  afterEach(async () => {
    for (const close of open) await close();
    open.clear();
    workshop.remove();
  });

  /** Writes a module with a tool `answer`, and with those that do harm. */
  function write(answer: string): void {
    workshop.write(
      'shop.js',
      `${header}
      export const toolkit = new Toolkit({ state: { user: 'ada', token: secret('s3cr3t-token') } });
      toolkit.createGroup('more');
      toolkit.register(tool(${answer}, { name: 'answer' }));
      toolkit.register(tool(() => process.pid, { name: 'pid' }));
      toolkit.register(tool(() => { for (;;); }, { name: 'loop' }));
      toolkit.register(tool(() => process.exit(3), { name: 'exit' }));
      toolkit.register(tool(() => { setTimeout(() => { throw new Error('thrown later'); }); return 'soon'; }, { name: 'throwLater' }));
      toolkit.register(tool(() => toolkit.state.get('token'), { name: 'leak' }));
      toolkit.register(tool(() => process.send('a message of the tool'), { name: 'message' }));`,
    );
  }

  async function start(...args: readonly string[]): Promise<Running> {
    const child = workshop.start('dev', ...args);
    open.add(async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
    });
    let text = '';
    child.stderr.on('data', (chunk) => (text += String(chunk)));
    await until(() => /#token=\S+\n/.test(text));
    const [, origin = '', token = ''] = /^The developer page is at (http:\/\/[^/]+)\/#token=(\S+)$/m.exec(text) ?? [];
    const client = await new DevClient((path, init) => fetch(`${origin}/${path}`, init), token).listen();
    open.add(() => client.close());
    const pidOfTools = async (): Promise<number> => Number(await textOf(client, 'pid'));
    return { child, client, origin, printed: () => text, pidOfTools };
  }

  async function textOf(client: DevClient, name: string, scope = 'toolkit'): Promise<string | undefined> {
    const ended = (await client.call(name, {}, scope)).at(-1);
    return ended !== undefined && 'output' in ended ? ended.output.text : undefined;
  }

  function isRunning(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  it('serves the page on the loopback interface, and calls the tools in another process', async () => {
    const { client, child, origin, pidOfTools } = await start('shop.js');
    expect(new URL(origin).hostname).toBe('127.0.0.1');
    expect(await client.request('describe', { scope: 'toolkit' })).toMatchObject({ title: 'shop', version: '1.2.3' });
    expect(await textOf(client, 'answer')).toBe('one');
    expect(await pidOfTools()).not.toBe(child.pid);
    expect(await textOf(client, 'leak')).toBe('[redacted]');
    expect((await fetch(`${origin}/rpc`, { method: 'POST' })).status).toBe(401);
    expect(client.events.map(({ type }) => type).slice(0, 2)).toEqual(['starting', 'ready']);
  });

  it('starts the tools again when a file is saved, with their groups, state and sessions', async () => {
    const { client, pidOfTools } = await start('shop.js');
    await client.request('createSession', { id: 'chat' });
    await client.request('groups', { scope: 'chat', names: ['more'], active: true });
    await client.request('setState', { scope: 'toolkit', key: 'user', value: 'grace' });
    const before = await pidOfTools();
    const { length } = client.records;
    write("() => 'two'");
    await until(() => client.events.slice(length).some(({ type }) => type === 'ready'));
    expect(await textOf(client, 'answer', 'chat')).toBe('two');
    expect(isRunning(before)).toBe(false);
    const { state, groups, sessions } = await client.request('describe', { scope: 'chat' });
    expect(state.find(({ key }) => key === 'user')?.value).toBe('grace');
    expect(groups.find(({ name }) => name === 'more')?.active).toBe(true);
    expect(sessions).toEqual(['chat']);
  });

  it('notices the changes of an imported file', async () => {
    workshop.write('word.js', "export const word = 'one';");
    workshop.write(
      'words.js',
      `${header}import { word } from './word.js'; export const answer = tool(() => word, { name: 'answer' });`,
    );
    const { client } = await start('words.js');
    expect(await textOf(client, 'answer')).toBe('one');
    const { length } = client.records;
    workshop.write('word.js', "export const word = 'two';");
    await until(() => client.events.slice(length).some(({ type }) => type === 'ready'));
    expect(await textOf(client, 'answer')).toBe('two');
  });

  it('shows why the tools cannot be loaded, until the file is corrected', async () => {
    workshop.write('shop.js', 'export const answer = 1 2;');
    const { client, printed } = await start('shop.js');
    const { reason } = await client.find('stopped');
    expect(reason).toContain("Cannot load 'shop.js': shop.js:1:25 Unexpected number.");
    await expect(client.request('describe', { scope: 'toolkit' })).rejects.toThrow('Unexpected number');
    expect(printed()).toContain('warning: Cannot load');
    write("() => 'corrected'");
    await client.find('ready');
    expect(await textOf(client, 'answer')).toBe('corrected');
  });

  it('kills tools that do not end when their call is cancelled, and keeps the page', async () => {
    const { client, pidOfTools } = await start('shop.js');
    await client.request('createSession', { id: 'chat' });
    await client.find('changed');
    const before = await pidOfTools();
    const call = client.request('call', { scope: 'toolkit', name: 'loop', input: {}, callId: 'endless' });
    call.catch(() => undefined);
    await client.find('started', ({ callId }) => callId === 'endless');
    await expect(client.request('cancel', { callId: 'endless' })).rejects.toThrow('did not end within 2 seconds');
    await expect(call).rejects.toThrow('did not end within 2 seconds');
    expect(await client.find('stopped')).toMatchObject({ reason: expect.stringContaining('was cancelled') });
    expect(await textOf(client, 'answer')).toBe('one');
    expect(isRunning(before)).toBe(false);
    expect((await client.request('describe', { scope: 'toolkit' })).sessions).toEqual(['chat']);
  });

  it('kills tools that block the event loop', async () => {
    const { client } = await start('shop.js');
    const call = client.request('call', { scope: 'toolkit', name: 'loop', input: {}, callId: 'endless' });
    await expect(call).rejects.toThrow('blocked the event loop for 10 seconds');
    expect(await textOf(client, 'answer')).toBe('one');
  });

  it.each([
    ['exit', 'The process of the tools has ended with the exit code 3.'],
    ['throwLater', 'thrown later'],
  ])('starts again after the tool %s has ended the process', async (name, reason) => {
    const { client } = await start('shop.js');
    await client.answer('call', { scope: 'toolkit', name, input: {}, callId: 'one' });
    expect(await client.find('stopped')).toEqual({ type: 'stopped', reason });
    expect(await textOf(client, 'answer')).toBe('one');
  });

  it('ignores messages of a tool', async () => {
    const { client } = await start('shop.js');
    expect(await textOf(client, 'message')).toBe('true');
    expect(await textOf(client, 'answer')).toBe('one');
  });

  it('does not start a process again and again that ends by itself', async () => {
    workshop.write(
      'shop.js',
      `${header}export const answer = tool(() => 1, { name: 'answer' }); setTimeout(() => process.exit(4), 50);`,
    );
    const { client } = await start('shop.js');
    await until(() => client.events.filter(({ type }) => type === 'stopped').length === 6);
    await expect(client.request('describe', { scope: 'toolkit' })).rejects.toThrow('the exit code 4');
    expect(client.events.filter(({ type }) => type === 'starting')).toHaveLength(6);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with the process of the tools on %s', async (signal) => {
    const { child, client, pidOfTools } = await start('shop.js');
    const tools = await pidOfTools();
    child.kill(signal);
    expect((await once(child, 'close'))[0]).toBe(0);
    await client.ended;
    expect(isRunning(tools)).toBe(false);
  });

  it('ends the process of the tools if it is killed itself', async () => {
    const { child, pidOfTools } = await start('shop.js');
    const tools = await pidOfTools();
    child.kill('SIGKILL');
    await until(() => !isRunning(tools));
    expect(isRunning(tools)).toBe(false);
  });

  it('shows a folder, and the tools of an MCP server', async () => {
    workshop.write('tools/one.js', `${header}export const one = tool(() => 1, { name: 'one' });`);
    const folder = await start('tools');
    expect((await folder.client.request('describe', { scope: 'toolkit' })).tools.map(({ name }) => name)).toEqual([
      'one',
    ]);
    const server = await start('--mcp', '--', process.execPath, packedCommand, 'serve', 'shop.js');
    const { tools } = await server.client.request('describe', { scope: 'toolkit' });
    expect(tools).toContainEqual(expect.objectContaining({ name: 'answer', kind: 'mcp' }));
    expect(await textOf(server.client, 'answer')).toBe('one');
  });

  it.each([
    [['missing.js'], 2, "File 'missing.js' does not exist."],
    [['shop.js', 'other.js'], 1, "'dev' accepts one module."],
    [['shop.js', '--port', 'x'], 1, "--port must be a number from 0 to 65535, not 'x'."],
    [['--mcp', '--agent', 'x', 'server'], 1, '--base-url and --agent do not apply to an MCP server.'],
  ])('refuses %j', async (args, code, message) => {
    const run = await runOf(workshop.start('dev', ...args));
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  it('starts although the module disappears', async () => {
    const { client } = await start('shop.js');
    await client.find('ready');
    rmSync(`${workshop.folder}/shop.js`);
    expect(await client.find('stopped')).toMatchObject({ reason: expect.stringContaining('does not exist') });
    write("() => 'back'");
    await until(() => client.events.filter(({ type }) => type === 'ready').length === 2);
    expect(await textOf(client, 'answer')).toBe('back');
  });
});
