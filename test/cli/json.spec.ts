import { readManifest } from '../support/repository.js';
import { Workshop } from './command-line.js';
import { shelf } from './shelf.js';

describe('--json', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.compile(
      'shelf.mjs',
      `${shelf}
      export class Needy extends ToolRegistry { constructor(store: object) { super(); } @Tool() one() {} }`,
    );
  });

  afterAll(() => workshop.remove());

  /** Runs the command and returns the only line that it prints, as JSON. */
  async function envelopeOf(...args: readonly string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await workshop.run(...args, '--json');
    expect(stdout).toMatch(/^[^\n]+\n$/);
    expect(stderr).toBe('');
    const envelope = JSON.parse(stdout);
    expect(envelope).toMatchObject({ ok: code === 0, exitCode: code });
    return envelope;
  }

  const warnings = ["'Needy' is skipped: its constructor requires arguments. Export an instance of it."];

  it('prints an envelope with the data of the command and its warnings', async () => {
    expect(await envelopeOf('call', 'shelf.mjs', 'find', '{"query":"tea"}')).toEqual({
      ok: true,
      command: 'call',
      exitCode: 0,
      data: {
        success: true,
        toolName: 'find',
        callId: expect.any(String),
        data: [{ query: 'tea' }],
        structuredContent: [{ query: 'tea' }],
        content: [{ type: 'text', text: '[{"query":"tea"}]' }],
        attempts: 1,
        durationMs: expect.any(Number),
        isInterrupted: false,
      },
      warnings,
    });
  });

  it('prints an envelope for help and version', async () => {
    const { stdout } = await workshop.run('--help');
    const help = { ok: true, command: 'help', exitCode: 0, data: { usage: stdout }, warnings: [] };
    expect(await envelopeOf()).toEqual(help);
    expect(await envelopeOf('--help')).toEqual(help);
    const usage = (await workshop.run('help', 'call')).stdout;
    expect(await envelopeOf('call', '--help')).toEqual({ ...help, data: { usage } });
    expect(await envelopeOf('--version')).toMatchObject({
      command: 'version',
      data: { version: readManifest().version },
    });
  });

  it('prints the error of a failed tool, and its result', async () => {
    expect(await envelopeOf('call', 'shelf.mjs', 'fail')).toEqual({
      ok: false,
      command: 'call',
      exitCode: 5,
      error: { code: 'execution', message: 'the shelf fell down', retryable: false },
      data: expect.objectContaining({ success: false, toolName: 'fail', attempts: 1 }),
      warnings,
    });
  });

  it.each([
    [['fly'], null, 1, 'usage', "Unknown command 'fly'. See 'toolwright --help'."],
    [['call', 'shelf.mjs'], null, 1, 'usage', "'call' needs a module and a tool. See 'toolwright call --help'."],
    [['call', 'shelf.mjs', 'gret'], 'call', 1, 'tool_not_found', /Did you mean 'greet'\?/],
    [['call', 'shelf.mjs', 'greet', '{'], 'call', 5, 'invalid_json', /^The arguments are invalid JSON at line 1/],
    [['call', 'shelf.mjs', 'greet', '{"nam":1}'], 'call', 5, 'invalid_parameters', /^Invalid arguments for 'greet'/],
    [['list', 'none.mjs'], 'list', 2, 'module', "File 'none.mjs' does not exist."],
    [['serve', 'shelf.mjs', '--http', '--host', '0.0.0.0'], 'serve', 1, 'cannot_serve', /^Cannot serve: /],
    [['generate', '-p', 'none.json'], 'generate', 2, 'module', /^Project 'none\.json' does not exist\./],
  ])('prints an envelope with the error and the exit code of %j', async (args, command, exitCode, code, message) => {
    const text = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await envelopeOf(...args)).toMatchObject({
      ok: false,
      command,
      exitCode,
      error: { code, message: text },
    });
  });

  it('prints one line per response of a stream, and the envelope as the last line', async () => {
    const { code, stdout } = await workshop.run('call', 'shelf.mjs', 'breaks', '--stream', '--json');
    expect(code).toBe(5);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { response: expect.objectContaining({ content: [{ type: 'text', text: 'one ' }], isLast: false }) },
      { response: expect.objectContaining({ state: 'error', isLast: true }) },
      {
        ok: false,
        command: 'call',
        exitCode: 5,
        error: { code: 'execution', message: 'the shelf fell down', retryable: false },
        data: { toolName: 'breaks', callId: expect.any(String), state: 'error' },
        warnings,
      },
    ]);
  });
});
