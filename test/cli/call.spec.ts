import { Workshop } from './command-line.js';
import { shelf } from './shelf.js';

describe('toolwright call', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.compile(
      'shelf.mjs',
      `${shelf}
      export class Search extends ToolRegistry {
        @Tool() only(query: string = '') {}
        @Tool() either(name: string = '', title: string = '') {}
      }`,
    );
  });

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

  it('calls the tool without arguments if none are passed', async () => {
    expect((await workshop.run('call', 'shelf.mjs', 'words')).stdout).toBe('one two\n');
  });

  it('reads the arguments from standard input for -', async () => {
    const run = await workshop.runWith('{"name":\n"Bob"}\n', 'call', 'shelf.mjs', 'greet', '-');
    expect(run).toEqual({ code: 0, stdout: 'Hello Bob!\n', stderr: '' });
  });

  describe('with a failing tool', () => {
    it.each([
      ['fail', '{}', 'the shelf fell down\n'],
      ['greet', '{"nam":1}', "Invalid arguments for 'greet': "],
    ])('prints the error that a model would read to standard error: %s %s', async (tool, json, message) => {
      const { code, stdout, stderr } = await workshop.run('call', 'shelf.mjs', tool, json);
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
      expect(stderr.startsWith(message)).toBe(true);
      expect(stderr).not.toMatch(/^\s+at /m);
    });
  });

  it.each([
    ['{name:"Ann"}', "at line 1, column 2: Expected property name or '}'", '  {name:"Ann"}', '   ^'],
    ['{"name"', "at line 1, column 8: Expected ':' after property name", '  {"name"', '         ^'],
    ['{\n  "name": "Ann"\n  "times": 2\n}', "at line 3, column 3: Expected ',' or '}'", '    "times": 2', '    ^'],
    ['{"name":Ann}', "at line 1, column 9: Unexpected token 'A'", '  {"name":Ann}', '          ^'],
  ])('shows where arguments are invalid JSON: %j', async (json, place, line, caret) => {
    const { code, stdout, stderr } = await workshop.run('call', 'shelf.mjs', 'greet', json);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toContain(`The arguments are invalid JSON ${place}`);
    expect(stderr.trimEnd().split('\n').slice(1)).toEqual([line, caret]);
  });

  it.each([
    ['greet', 'Ann', 'name=Ann'],
    ['greet', 'Ann Lee', "name='Ann Lee'"],
    ['greet', "it's", "name='it'\\''s'"],
    ['greet', '@ann', 'name=@@ann'],
    ['greet', '42', 'name=42'],
    ['only', 'true', 'query=true'],
  ])('suggests a pair for an argument without a name: %s %s', async (tool, word, pair) => {
    expect(await workshop.run('call', 'shelf.mjs', tool, word)).toEqual({
      code: 5,
      stdout: '',
      stderr: `toolwright: The arguments are neither JSON nor pairs. Did you mean ${pair}?\n`,
    });
  });

  it.each(['words', 'either'])(
    'suggests no pair for the tool %s, which has no or several parameters that may be meant',
    async (tool) => {
      const { code, stderr } = await workshop.run('call', 'shelf.mjs', tool, 'Ann');
      expect({ code, isJson: stderr.includes('invalid JSON at line 1, column 1') }).toEqual({ code: 5, isJson: true });
    },
  );

  it('suggests the tool that was probably meant', async () => {
    const { code, stdout, stderr } = await workshop.run('call', 'shelf.mjs', 'gret');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain("There is no tool named 'gret'. Did you mean 'greet'?");
  });

  it('rejects a name that different tools of two exports share', async () => {
    workshop.compile(
      'twice.mjs',
      `export class Left extends ToolRegistry { @Tool() find() {} }
      export class Right extends ToolRegistry { @Tool() find() {} }`,
    );
    const { code, stderr } = await workshop.run('call', 'twice.mjs', 'find');
    expect(code).toBe(2);
    expect(stderr).toBe("toolwright: The exports 'Left' and 'Right' each contain a tool 'find'. Rename one.\n");
  });

  it('uses the toolkit that the module exports, with its state and its groups', async () => {
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

  describe('--state', () => {
    beforeAll(() =>
      workshop.compile(
        'orders.mjs',
        `export class Orders extends ToolRegistry {
          @Tool() list(@Bind('user.id') userId: number, @Bind('user.name') name: string) {
            return name + ' ' + userId;
          }
        }`,
      ),
    );

    const call = (...args: readonly string[]) => workshop.run('call', 'orders.mjs', 'list', ...args);

    it('sets the values that bound parameters read', async () => {
      const run = await call('--state', 'user.id=7', '--state', 'user.name:="Ann"');
      expect(run).toEqual({ code: 0, stdout: 'Ann 7\n', stderr: '' });
    });

    it.each([[[]], [['--stream']]])(
      'is named with the key of a missing value, with the options %j',
      async (options) => {
        const { code, stderr } = await call('--state', 'user.name=Ann', ...options);
        expect(code).toBe(5);
        expect(stderr).toMatch(
          /^No value at state key 'user\.id' .* On the command line, pass --state user\.id=…\.\n$/,
        );
      },
    );

    it('is named in the error of --json, and the text for a model has no key', async () => {
      const { error, data } = JSON.parse((await call('--json')).stdout);
      expect(error).toMatchObject({ code: 'unbound_state', details: { stateKey: 'user.id' } });
      expect(error.message).toContain('pass --state user.id=…');
      expect(data.content).toEqual([{ type: 'text', text: expect.stringMatching(/^'list' cannot run/) }]);
    });

    it('refuses a text that is no pair, and does not repeat it', async () => {
      const { code, stderr } = await call('--state', 's3cret');
      expect({ code, isRepeated: stderr.includes('s3cret') }).toEqual({ code: 1, isRepeated: false });
      expect(stderr).toContain('--state must be <key>=<text> or <key>:=<json>.');
    });
  });

  describe('--stream', () => {
    it.each([
      ['words', 'one two\n'],
      ['tale', 'once upon\na time\n'],
      ['list', 'a b\n["a","b"]\n'],
      ['corrected', 'teh \nthe end\n'],
      ['rows', 'rows:\n{"id":1}\n{"id":2}\n'],
      ['report', 'working hard \n{"total":3}\n'],
      ['greet', 'Hello Ann!\n'],
      ['nothing', ''],
    ])('prints each chunk of %s, and the final response if it contains more', async (tool, stdout) => {
      const json = tool === 'greet' ? '{"name":"Ann"}' : '{}';
      const run = await workshop.run('call', 'shelf.mjs', tool, json, '--stream');
      expect(run).toEqual({ code: 0, stdout, stderr: '' });
    });

    it('prints the chunks before a failure, and the failure to standard error', async () => {
      expect(await workshop.run('call', 'shelf.mjs', 'breaks', '--stream')).toEqual({
        code: 5,
        stdout: 'one \n',
        stderr: 'the shelf fell down\n',
      });
    });
  });
});
