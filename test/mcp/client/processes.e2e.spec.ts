import { spawn } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { NetworkError, TimeoutError, Toolkit, type ToolSpec } from 'toolwright';
import type { McpSource } from 'toolwright/mcp';
import { until } from '../../execution/waiting.js';
import { root } from '../../support/repository.js';
import { failureOf, isAlive, rawServer, readLog, sdks, useSources } from './servers.js';

describe.each(sdks)('with the SDK %s', (sdk) => {
  const open = useSources(sdk);

  async function toolsOf(source: McpSource): Promise<(name: string) => ToolSpec> {
    const specs = await source.specs();
    return (name) => {
      const found = specs.find((spec) => spec.name === `raw__${name}`);
      if (found === undefined) throw new Error(`no tool ${name}`);
      return found;
    };
  }

  describe('a server whose process ends', () => {
    it('fails every pending call immediately with a typed error', async () => {
      const tool = await toolsOf(open.raw());
      const hanging = Array.from({ length: 20 }, () => tool('hang').exec({}));
      const since = performance.now();
      const results = await Promise.all([...hanging, tool('die').exec({})]);
      const tookMs = performance.now() - since;
      expect(new Set(results.map(({ error }) => error?.message))).toEqual(
        new Set(["The connection to 'raw' was lost before it answered."]),
      );
      expect(results.every(({ error }) => error instanceof NetworkError && error.retryable)).toBe(true);
      // A busy machine takes longer than the documented 100 ms.
      expect(tookMs).toBeLessThan(5_000);
      expect(open.warnings).toMatchObject([
        { kind: 'connection', message: 'the connection was lost: its process was ended by SIGKILL' },
      ]);
    });

    it('is restarted automatically, and its tools continue to work', async () => {
      const logFile = join(open.folder(), 'log');
      const toolkit = new Toolkit();
      await toolkit.registerSource(open.source({ transport: rawServer('tools', logFile) }));
      expect((await toolkit.execute('raw__exit', {})).error?.code).toBe('network');
      // The list is read again without a call.
      await until(() => readLog(logFile).length === 2);
      expect((await toolkit.execute('raw__echo', { text: 'tea' })).data).toBe('tea');
    });

    it('is reconnected by a call during the delay', async () => {
      const tool = await toolsOf(open.raw());
      await tool('die').exec({});
      expect(await tool('echo').call({ text: 'tea' })).toBe('tea');
    });

    it('is not restarted after maxRestarts attempts, except by a call', async () => {
      const logFile = join(open.folder(), 'log');
      const source = open.source({
        transport: rawServer('tools', logFile),
        restart: { maxRestarts: 2, delayMs: 10 },
      });
      const tool = await toolsOf(source);
      for (let time = 0; time < 3; time++) await tool('die').exec({});
      await pause(300);
      expect(source.server).toBeUndefined();
      expect(await tool('echo').call({ text: 'tea' })).toBe('tea');
    });

    it('fails with the reason when it cannot be started', async () => {
      const missing = open.source({ transport: { command: '/no/such/program' } });
      await expect(missing.connect()).rejects.toMatchObject({
        code: 'network',
        message: "'raw' could not be reached (ENOENT). The command '/no/such/program' could not be started (ENOENT).",
        cause: expect.objectContaining({ syscall: 'spawn /no/such/program' }),
      });
      await expect(open.raw('stillborn').specs()).rejects.toMatchObject({ code: 'network' });
      const elsewhere = open.source({ transport: { command: process.execPath, cwd: '/no/such/folder' } });
      await expect(elsewhere.connect()).rejects.toThrow("(ENOENT): the folder of its option 'cwd' does not exist.");
      const joined = open.source({ transport: { command: 'node server.mjs' } });
      await expect(joined.connect()).rejects.toThrow("(ENOENT): write its arguments in the option 'args'.");
      const mute = open.raw('mute', { connectTimeoutMs: 500 });
      await expect(mute.connect()).rejects.toThrow(TimeoutError);
    });

    it.each(['later than the protocol version is negotiated', 'no negotiation of the protocol version'])(
      'is connected if it answers %s',
      async (answers) => {
        const isLate = answers.startsWith('later');
        const program = join(open.folder(), 'server.mjs');
        writeFileSync(
          program,
          `import { createInterface } from 'node:readline';
        const answers = {
          initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1' } },
          'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object', properties: { text: {} } } }] },
        };
        setTimeout(() => createInterface(process.stdin).on('line', (line) => {
          const { id, method } = JSON.parse(line);
          const result = answers[method];
          if (result !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
          else if (${isLate} && id !== undefined)
            console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }));
        }), ${isLate ? 3_000 : 0});`,
        );
        const source = open.source({ transport: { command: process.execPath, args: [program] } });
        expect((await source.specs()).map(({ name }) => name)).toEqual(['raw__echo']);
        expect(open.warnings).toEqual([]);
      },
    );

    it('fails with how it has ended if it ends when the protocol version is negotiated, which only SDK v2 does', async () => {
      const program = join(open.folder(), 'server.mjs');
      writeFileSync(
        program,
        `import { createInterface } from 'node:readline';
        createInterface(process.stdin).on('line', (line) => {
          const { id, method } = JSON.parse(line);
          if (method === 'server/discover') process.exit(3);
          const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'raw', version: '1' } };
          if (method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
        });`,
      );
      const source = open.source({ transport: { command: process.execPath, args: [program] } });
      const connecting = source.connect().then(
        () => 'connected',
        ({ message }: Error) => message,
      );
      expect(await connecting).toMatch(sdk === 'v1' ? 'connected' : / ended with code 3\./);
    });

    it('fails with the command and the end of standard error when it does not answer within the limit', async () => {
      const program = join(open.folder(), 'server.mjs');
      writeFileSync(program, "console.error('Waiting for the database.'); setInterval(() => {}, 1_000);");
      const transport = { command: process.execPath, args: [program, '--token', 'tea-for-two'] };
      const error = await failureOf(open.source({ transport, connectTimeoutMs: 5_000 }).connect());
      const text = "Connecting to 'raw' took longer than 5000 ms (connectTimeoutMs).";
      expect(error.message).toBe(
        `${text} The command '${process.execPath} ${program} --token …' is running. ` +
          'Its standard error ends with:\nWaiting for the database.',
      );
      expect(error.toText()).toBe(text);
      expect(inspect(error)).not.toContain('tea-for-two');
    });

    it('fails with the command, the exit code and the end of standard error when it exits at once', async () => {
      const program = join(open.folder(), 'server.mjs');
      writeFileSync(
        program,
        `process.stderr.write('x'.repeat(10_000) + '\\nNo \\u001b[31mconfig\\u001b[0m: ' + process.env.KEY + '\\n', () => process.exit(3));`,
      );
      const args = ['--no-warnings', program, '--token', 'tea-for-two'];
      const source = open.source({ transport: { command: process.execPath, args, env: { KEY: 'hidden-value' } } });
      const error = await failureOf(source.connect());
      const [place, ...lines] = error.message.split('\n');
      expect(place).toContain(
        `The command '${process.execPath} --no-warnings ${program} --token …' ended with code 3. Its standard error ends with:`,
      );
      expect(lines.join('\n')).toHaveLength(500);
      expect(lines.at(-1)).toBe('No \\u001b[31mconfig\\u001b[0m: [redacted]');
      expect(inspect(error)).not.toMatch(/hidden-value|tea-for-two/);
    });

    it('says how it has ended if it closes its input while it receives a call', async () => {
      const program = join(open.folder(), 'server.mjs');
      writeFileSync(
        program,
        `import { closeSync } from 'node:fs';
        const answers = {
          initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1' } },
          'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object', properties: { text: {} } } }] },
        };
        process.stdin.setEncoding('utf8').on('data', (text) => {
          for (const line of text.split('\\n').filter((one) => one.startsWith('{') && one.endsWith('}'))) {
            const { id, method } = JSON.parse(line);
            const unknown = { error: { code: -32601, message: 'Method not found' } };
            const answer = answers[method] === undefined ? unknown : { result: answers[method] };
            if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
          }
          if (!text.includes('tools/call')) return;
          process.stdin.destroy();
          try { closeSync(0); } catch {}
          setTimeout(() => process.exit(3), 200);
        });`,
      );
      const tool = await toolsOf(open.source({ transport: { command: process.execPath, args: [program] } }));
      const { error } = await tool('echo').exec({ text: 'x'.repeat(1_000_000) });
      expect(error?.message).toBe("The connection to 'raw' was lost before it answered.");
      expect(open.warnings).toMatchObject([
        { kind: 'connection', message: 'the connection was lost: its process ended with code 3' },
      ]);
    });

    it('shows no value of a short option, and no end of a long secret', async () => {
      const program = join(open.folder(), 'server.mjs');
      writeFileSync(program, `process.stderr.write(process.env.KEY, () => process.exit(3));`);
      const args = [program, '-p', 'teapot'];
      const source = open.source({ transport: { command: process.execPath, args, env: { KEY: '7'.repeat(20_000) } } });
      const { message } = await failureOf(source.connect());
      expect(message).toContain(`${program} -p …' ended with code 3. Its standard error ends with:\n[redacted]`);
      expect(message).not.toMatch(/teapot|7{4}/);
    });

    it('shows a model neither the command nor the standard error', async () => {
      const program = join(open.folder(), 'server.mjs');
      copyFileSync(join(root, 'test/mcp/client/raw-server.mjs'), program);
      const source = open.source({
        transport: { command: process.execPath, args: [program] },
        restart: { maxRestarts: 0 },
      });
      const tool = await toolsOf(source);
      writeFileSync(program, "process.stderr.write('/etc/tea.conf is missing', () => process.exit(3));");
      await tool('die').exec({});
      const { error, ...result } = await tool('echo').exec({ text: 'tea' });
      expect(JSON.stringify([error, result, error?.toText()])).not.toMatch(/server\.mjs|tea\.conf/);
      expect(error).toMatchObject({ code: 'network', cause: expect.any(NetworkError) });
      const developer = await failureOf(source.connect());
      expect(developer.message).toMatch(/server\.mjs.*tea\.conf/s);
      expect([developer.toText(), JSON.stringify(developer)].join()).not.toMatch(/server\.mjs|tea\.conf/);
    });
  });

  describe('a process of a server', () => {
    it('inherits few environment variables, and receives the configured ones', async () => {
      process.env.TOOLWRIGHT_TEST_SECRET = 'hidden';
      try {
        const tool = await toolsOf(open.source({ transport: { ...rawServer(), env: { GIVEN: 'yes' } } }));
        const environment: object = JSON.parse((await tool('environment').exec({})).toText());
        expect(environment).toMatchObject({ GIVEN: 'yes', PATH: process.env.PATH });
        const few = ['GIVEN', 'HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
        expect(Object.keys(environment).filter((name) => !few.includes(name) && !name.startsWith('_'))).toEqual([]);
      } finally {
        delete process.env.TOOLWRIGHT_TEST_SECRET;
      }
    });

    it('ends with its descendants when the source is closed', async () => {
      const source = open.raw();
      const tool = await toolsOf(source);
      const family = (await tool('family').exec({})).toText().split(' ').map(Number);
      expect(family.map(isAlive)).toEqual([true, true]);
      await source.close();
      await until(() => !family.some(isAlive));
      expect(family.map(isAlive)).toEqual([false, false]);
      await source.close();
    });

    it('ends with its descendants when it is killed', async () => {
      const tool = await toolsOf(open.raw());
      const [, child = 0] = (await tool('family').exec({})).toText().split(' ').map(Number);
      await tool('die').exec({});
      await until(() => !isAlive(child));
      expect(isAlive(child)).toBe(false);
    });

    it('ends when its parent process is killed', async () => {
      const script = `
      import { mcpSource } from 'toolwright/mcp';
      const source = mcpSource({ name: 'raw', transport: ${JSON.stringify(rawServer())} });
      const family = (await source.specs()).find(({ name }) => name === 'raw__family');
      process.stdout.write(String(await family.call({})));
    `;
      const client = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
      const written = await new Promise<string>((resolve) =>
        client.stdout.once('data', (text) => resolve(String(text))),
      );
      const family = written.split(' ').map(Number);
      expect(family.map(isAlive)).toEqual([true, true]);
      client.kill('SIGKILL');
      await until(() => !family.some(isAlive));
      expect(family.map(isAlive)).toEqual([false, false]);
    }, 60_000);

    it('passes its standard error to onStderr', async () => {
      const output: string[] = [];
      await open.source({ transport: { ...rawServer(), onStderr: (text) => output.push(text) } }).connect();
      await until(() => output.length > 0);
      expect(output.join('')).toBe('raw server is up\n');
    });

    it('answers 5,000 concurrent calls, each with its own result, without a warning', async () => {
      const warned: string[] = [];
      const onWarning = (warning: Error): void => void warned.push(warning.name);
      process.on('warning', onWarning);
      try {
        const tool = await toolsOf(open.raw());
        const echo = tool('echo');
        const texts = Array.from({ length: 5_000 }, (_, at) => `cup ${at} ${'x'.repeat(200)}`);
        expect(await Promise.all(texts.map((text) => echo.call({ text })))).toEqual(texts);
        await pause(10);
        expect(warned).toEqual([]);
        expect(open.warnings).toEqual([]);
      } finally {
        process.off('warning', onWarning);
      }
    }, 60_000);
  });
});
