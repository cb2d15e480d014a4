import { Workshop } from './command-line.js';

describe('toolwright list, as a process', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.write(
      'common.cjs',
      `const { ToolSpec } = require('toolwright');
      const made = { greet: ToolSpec.fromFunction(function greet() {}), other: 1 };
      module.exports = Object.assign({}, made);`,
    );
  });

  afterAll(() => workshop.remove());

  it('finds the exports of a CommonJS module', async () => {
    expect(await workshop.runProcess('list', 'common.cjs')).toEqual({
      code: 0,
      stdout: 'greet [basic]\n  greet()\n',
      stderr: '',
    });
  });

  it('exits silently when its reader closes the pipe', async () => {
    const child = workshop.start('list', 'common.cjs');
    child.stdout.destroy();
    const stderr: string[] = [];
    child.stderr.on('data', (chunk) => stderr.push(String(chunk)));
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
    expect(stderr).toEqual([]);
  });

  it('rejects an unknown option', async () => {
    const { code, stdout, stderr } = await workshop.runProcess('list', 'common.cjs', '--colour');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^toolwright: Unknown option '--colour'.+ See 'toolwright --help'\.\n$/);
  });
});
