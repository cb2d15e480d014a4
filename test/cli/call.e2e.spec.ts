import { packedFolder } from '../support/packed-package.js';
import { runOf, Workshop } from './command-line.js';
import { shelf } from './shelf.js';

describe('toolwright call, as a process', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.compile('shelf.mjs', shelf);
  });

  afterAll(() => workshop.remove());

  it('prints the text of the result', async () => {
    const child = workshop.start('call', 'shelf.mjs', 'greet', '-');
    child.stdin.end('{"name":"Bob"}');
    expect(await runOf(child)).toEqual({ code: 0, stdout: 'Hello Bob!\n', stderr: '' });
  });

  it('exits although the tool left a resource open', async () => {
    expect(await workshop.runProcess('call', 'shelf.mjs', 'busy')).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
  });

  it('prints uncaught errors of a tool to standard error', async () => {
    const run = await workshop.runProcess('call', 'shelf.mjs', 'late');
    expect(run).toEqual({ code: 5, stdout: '', stderr: 'toolwright: too late\n' });
  });

  it('fails when nothing can settle the promise of a tool', async () => {
    workshop.compile(
      'idle.mjs',
      'export class Idle extends ToolRegistry { @Tool() idle() { return new Promise(() => {}); } }',
    );
    expect(await workshop.runProcess('call', 'idle.mjs', 'idle')).toEqual({
      code: 5,
      stdout: '',
      stderr:
        'toolwright: The command cannot finish: it waits for a promise, but no timer, socket or file that could settle ' +
        'it is open.\n',
    });
  });

  describe('when interrupted', () => {
    it('ends a stream immediately, even a blocked one', async () => {
      const child = workshop.start('call', 'shelf.mjs', 'stuck', '--stream');
      child.stdout.once('data', () => child.kill('SIGINT'));
      expect(await runOf(child)).toEqual({
        code: 130,
        stdout: 'started \n',
        stderr: "The call of 'stuck' was interrupted by the caller.\n",
      });
    });

    it('allows a tool that observes its signal to clean up', async () => {
      const child = workshop.start('call', 'shelf.mjs', 'patient');
      child.stdout.once('data', () => child.kill('SIGINT'));
      expect(await runOf(child)).toEqual({
        code: 130,
        stdout: 'waiting\ncleaned up\n',
        stderr: "The call of 'patient' was interrupted by the caller.\n",
      });
    });

    it('does not wait for a module that never finishes loading', async () => {
      workshop.write(
        'endless.mjs',
        "console.log('loading'); setInterval(() => {}, 1000); await new Promise(() => {});",
      );
      const child = workshop.start('call', 'endless.mjs', 'any');
      child.stdout.once('data', () => child.kill('SIGINT'));
      await runOf(child);
      expect(child.signalCode).toBe('SIGINT');
    });
  });
});
