import type { FlowReport } from 'toolwright/flow';
import { Workshop } from './command-line.js';

const assistant = `
export const toolkit = new Toolkit({ flow: {} });
class Mailbox extends ToolRegistry {
  @Tool({ annotations: { readOnlyHint: true, openWorldHint: false }, trust: 'untrusted', readers: ['ann@example.com'] }) inbox() {}
  @Tool({ annotations: { readOnlyHint: true, openWorldHint: false } }) clock() {}
  @Tool({ params: { to: { decides: true } } }) send(to: string, body: string) {}
}
toolkit.register(new Mailbox());`;

describe('toolwright flow', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.compile('assistant.mjs', assistant);
    workshop.compile('plain.mjs', assistant.replace('{ flow: {} }', ''));
    workshop.compile(
      'two.mjs',
      `${assistant}\nexport const other = new Toolkit({ flow: {} });\nother.register(new Mailbox());`,
    );
    workshop.compile(
      'labelled.mjs',
      assistant.replace('openWorldHint: false } }) clock', "openWorldHint: false }, trust: 'trusted' }) clock"),
    );
    workshop.compile('handles.mjs', assistant.replace("trust: 'untrusted'", "trust: 'untrusted', show: 'handle'"));
    workshop.compile(
      'hostile.mjs',
      "export const toolkit = new Toolkit({ flow: {} });\ntoolkit.register(ToolSpec.create({ name: 'a', inputSchema: { type: 'object', properties: { 'x\\u001b[2J_id': { type: 'string' } } }, executor: { kind: 'none', execute() {} } }));",
    );
  });

  afterAll(() => workshop.remove());

  it('prints the tools, those without a label, and what can reach what', async () => {
    const { code, stdout, stderr } = await workshop.run('flow', 'assistant.mjs');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`tool   results    private  read-only  open world  deciding arguments
inbox  untrusted  yes      yes        no          none
clock  derived    no       yes        no          none
send   derived    no       no         yes         to

Without a declared label: clock

inbox → send: carries none, asks for to, body
`);
  });

  it('says which results are shown as handles', async () => {
    const { stdout } = await workshop.run('flow', 'handles.mjs');
    expect(stdout).toMatch(/^inbox +untrusted, as handles /m);
  });

  it('returns the report for --json', async () => {
    const { code, stdout } = await workshop.run('flow', 'assistant.mjs', '--json');
    const { data } = JSON.parse(stdout) as { readonly data: FlowReport };
    expect(code).toBe(0);
    expect(data.unlabelled).toEqual(['clock']);
    expect(data.flows).toEqual([{ from: 'inbox', to: 'send', carries: [], asks: ['to', 'body'] }]);
  });

  it('fails with --check if a tool has no declared label', async () => {
    const { code, stdout, stderr } = await workshop.run('flow', 'assistant.mjs', '--check');
    expect(code).toBe(3);
    expect(stdout).toContain('Without a declared label: clock');
    expect(stderr).toMatch(/^toolwright: 1 tool without a declared label\./);
    const json = await workshop.run('flow', 'assistant.mjs', '--check', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, exitCode: 3, error: { code: 'findings' } });
    const labelled = await workshop.run('flow', 'labelled.mjs', '--check');
    expect(labelled).toMatchObject({ code: 0, stderr: '' });
    expect(labelled.stdout).toContain('All tools have a declared label.');
  });

  it.each([
    ['plain.mjs', "'plain.mjs' exports no toolkit with the option flow. Export one."],
    ['two.mjs', "'two.mjs' exports 2 toolkits with the option flow. Export one."],
    ['missing.mjs', "File 'missing.mjs' does not exist."],
  ])('refuses %s', async (module, message) => {
    const { code, stdout, stderr } = await workshop.run('flow', module);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('prints names as text', async () => {
    const { stdout } = await workshop.run('flow', 'hostile.mjs');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('x\\u001b[2J_id');
  });
});
