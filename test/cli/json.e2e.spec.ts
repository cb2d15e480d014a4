import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { packedFolder } from '../support/packed-package.js';
import { runOf, Workshop } from './command-line.js';
import { shelf } from './shelf.js';

describe('--json, as a process', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.compile('shelf.mjs', `console.log('a module that prints');\n${shelf}`);
  });

  afterAll(() => workshop.remove());

  it('prints what the module prints to standard error', async () => {
    const { code, stdout, stderr } = await workshop.runProcess(
      'call',
      'shelf.mjs',
      'greet',
      '{"name":"Ann"}',
      '--json',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'a module that prints\n' });
    expect(stdout).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, command: 'call', data: { data: 'Hello Ann!' } });
  });

  it('prints an envelope for uncaught errors of a tool', async () => {
    const { code, stdout, stderr } = await workshop.runProcess('call', 'shelf.mjs', 'late', '--json');
    expect({ code, stderr }).toEqual({ code: 5, stderr: 'a module that prints\n' });
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      command: 'call',
      exitCode: 5,
      error: { code: 'internal', message: 'too late' },
      warnings: [],
    });
  });

  it('prints an envelope for a call that is interrupted', async () => {
    const child = workshop.start('call', 'shelf.mjs', 'stuck', '--stream', '--json');
    child.stdout.once('data', () => child.kill('SIGINT'));
    const { code, stdout } = await runOf(child);
    expect(code).toBe(130);
    const last = JSON.parse(String(stdout.trimEnd().split('\n').at(-1)));
    expect(last).toMatchObject({ ok: false, exitCode: 130, error: { code: 'interrupted' } });
  });

  it('prints the URL of a server when it listens', async () => {
    const child = workshop.start('serve', 'shelf.mjs', '--http', '--port', '0', '--json');
    const exit = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      expect(JSON.parse(line)).toEqual({
        ok: true,
        command: 'serve',
        exitCode: 0,
        data: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/) },
        warnings: [],
      });
      child.kill('SIGTERM');
    }
    expect(await exit).toEqual([0, null]);
  });

  it('prints errors of serving over standard input and output to standard error', async () => {
    const { code, stdout, stderr } = await workshop.runProcess('serve', 'none.mjs', '--json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ ok: false, command: 'serve', exitCode: 2, error: { code: 'module' } });
  });

  it('prints the module that was generated, and the types without a schema', async () => {
    const source = (type: string): string => `import { Tool, ToolRegistry } from 'toolwright';
      export class Lamp extends ToolRegistry { @Tool() dim(level: ${type}): void {} }`;
    workshop.write('tsconfig.json', JSON.stringify({ compilerOptions: { module: 'nodenext' }, include: ['src'] }));
    workshop.write('src/lamp.ts', source('number'));
    expect(JSON.parse((await workshop.runProcess('generate', '--json')).stdout)).toMatchObject({
      ok: true,
      command: 'generate',
      data: { path: 'src/toolwright.gen.ts', toolCount: 1, classCount: 1, isCurrent: false },
    });
    workshop.write('src/lamp.ts', source('() => number'));
    expect(JSON.parse((await workshop.runProcess('generate', '--json')).stdout)).toMatchObject({
      ok: false,
      exitCode: 2,
      error: {
        code: 'unsupported_types',
        message: 'Found one problem. No file was written.',
        problems: [expect.stringContaining("parameter 'level' is a function")],
      },
    });
  });
});
