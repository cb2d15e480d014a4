import { runOf, Workshop } from './command-line.js';

describe('toolwright call', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.compile(
      'shelf.mjs',
      `export class Shelf extends ToolRegistry {
        @Tool() greet(name: string, times: number = 1) { return ('Hello ' + name + '! ').repeat(times).trimEnd(); }
        @Tool() find(query: string) { return [{ query }]; }
        @Tool() nothing() {}
        @Tool() fail() { throw new Error('the shelf fell down'); }
        @Tool() late() { setTimeout(() => { throw new Error('too late'); }, 10); return new Promise(() => {}); }
        @Tool() busy() { setInterval(() => {}, 1000); return 'done'; }
        @Tool() async *words(ctx: ToolContext) { ctx.progress(1, 2, 'half'); yield 'one '; yield 'two'; }
        @Tool() async *rows() { yield 'rows:'; yield { id: 1 }; yield { id: 2 }; }
        @Tool() async *report() { yield 'working '; yield 'hard '; return { total: 3 }; }
        @Tool() async *breaks() { yield 'one '; throw new Error('the shelf fell down'); }
        @Tool() async *stuck() {
          yield 'started ';
          try { await new Promise(() => { setInterval(() => {}, 1000); }); } finally { console.log('never'); }
        }
        @Tool() async patient(ctx: ToolContext) {
          console.log('waiting');
          await new Promise((resolve) => {
            const timer = setInterval(() => {}, 1000);
            ctx.signal.addEventListener('abort', () => { clearInterval(timer); resolve(undefined); });
          });
          console.log('cleaned up');
        }
      }`,
    );
  }, 120_000);

  afterAll(() => workshop.remove());

  it.each([
    ['greet', '{"name":"Ann"}', 'Hello Ann!\n'],
    ['greet', '{"name":"Ann","times":"2"}', 'Hello Ann! Hello Ann!\n'],
    ['find', '{"query":"tea"}', '[{"query":"tea"}]\n'],
    ['words', '{}', 'one two\n'],
    ['report', '{}', '{"total":3}\n'],
    ['nothing', '{}', ''],
  ])('prints the text of the result of %s %s', async (tool, json, stdout) => {
    expect(await workshop.run('call', 'shelf.mjs', tool, json)).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('calls without arguments when none are given', async () => {
    expect((await workshop.run('call', 'shelf.mjs', 'words')).stdout).toBe('one two\n');
  });

  it('reads the arguments from standard input for -', async () => {
    const child = workshop.start('call', 'shelf.mjs', 'greet', '-');
    child.stdin.end('{"name":\n"Bob"}\n');
    expect(await runOf(child)).toEqual({ code: 0, stdout: 'Hello Bob!\n', stderr: '' });
  });

  it('ends although the tool left something running', async () => {
    expect(await workshop.run('call', 'shelf.mjs', 'busy')).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
  });

  describe('of a failing tool', () => {
    it.each([
      ['fail', '{}', 'the shelf fell down\n'],
      ['greet', '{"nam":1}', "Invalid arguments for 'greet': "],
      ['greet', '{"name"', "Invalid arguments for 'greet': "],
      ['late', '{}', 'toolwright: too late\n'],
    ])('prints what a model would read on standard error: %s %s', async (tool, json, message) => {
      const { code, stdout, stderr } = await workshop.run('call', 'shelf.mjs', tool, json);
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
      expect(stderr.startsWith(message)).toBe(true);
      expect(stderr).not.toMatch(/^\s+at /m);
    });
  });

  it('names the tool that was probably meant', async () => {
    const { code, stdout, stderr } = await workshop.run('call', 'shelf.mjs', 'gret');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain("There is no tool named 'gret'. Did you mean 'greet'?");
  });

  it('refuses a name that two exports give to different tools', async () => {
    workshop.compile(
      'twice.mjs',
      `export class Left extends ToolRegistry { @Tool() find() {} }
      export class Right extends ToolRegistry { @Tool() find() {} }`,
    );
    const { code, stderr } = await workshop.run('call', 'twice.mjs', 'find');
    expect(code).toBe(2);
    expect(stderr).toBe("toolwright: The exports 'Left' and 'Right' each have a tool 'find'. Rename one.\n");
  });

  it('goes through the toolkit that the module exports, with its state and its groups', async () => {
    workshop.compile(
      'toolkit.mjs',
      `class Shelf extends ToolRegistry {
        @Tool() whose(@Bind('user.name') user: string) { return user; }
        @Tool({ group: 'admin' }) clear() {}
      }
      export const toolkit = new Toolkit({ state: { user: { name: 'Ann' } } });
      toolkit.createGroup('admin');
      toolkit.register(new Shelf());`,
    );
    expect((await workshop.run('call', 'toolkit.mjs', 'whose')).stdout).toBe('Ann\n');
    const { code, stderr } = await workshop.run('call', 'toolkit.mjs', 'clear');
    expect(code).toBe(5);
    expect(stderr).toContain("The tool 'clear' is in the group 'admin', which is not active.");
  });

  describe('--stream', () => {
    it.each([
      ['words', 'one two\n'],
      ['rows', 'rows:\n{"id":1}\n{"id":2}\n'],
      ['report', 'working hard \n{"total":3}\n'],
      ['greet', 'Hello Ann!\n'],
      ['nothing', ''],
    ])('prints each chunk of %s, and the whole where it says more', async (tool, stdout) => {
      const json = tool === 'greet' ? '{"name":"Ann"}' : '{}';
      const run = await workshop.run('call', 'shelf.mjs', tool, json, '--stream');
      expect(run).toEqual({ code: 0, stdout, stderr: '' });
    });

    it('prints what came before a failure, and the failure on standard error', async () => {
      expect(await workshop.run('call', 'shelf.mjs', 'breaks', '--stream')).toEqual({
        code: 5,
        stdout: 'one \n',
        stderr: 'the shelf fell down\n',
      });
    });
  });

  describe('interrupted', () => {
    it('ends a stream at once, also one that is stuck', async () => {
      const child = workshop.start('call', 'shelf.mjs', 'stuck', '--stream');
      child.stdout.once('data', () => child.kill('SIGINT'));
      expect(await runOf(child)).toEqual({
        code: 130,
        stdout: 'started \n',
        stderr: "The call of 'stuck' was interrupted by the caller.\n",
      });
    });

    it('lets a tool that watches its signal clean up', async () => {
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
