import { Workshop } from './command-line.js';
import { wordShop } from './scripted-model.js';

describe('toolwright eval, without a model', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.compile('shop.mjs', wordShop);
    workshop.write('cases.yaml', '- { request: Find tea, expect: search }');
  });

  afterAll(() => workshop.remove());

  const evaluate = (...args: readonly string[]) => workshop.run('eval', 'shop.mjs', 'cases.yaml', ...args);

  it.each([
    [[], "'eval' needs a model: --model <command or URL>, or --replay <file>."],
    [['--model', ' '], '--model must be a command or a URL.'],
    [['--model', "node 'model"], '--model has a quote that is not closed.'],
    [['--model', 'https://'], '--model is not a valid URL.'],
    [['--model', 'https://me:s3cret@a.example'], 'The URL of --model has a password. Use --key.'],
    [
      ['--model', 'http://a.example', '--key', 'KEY'],
      '--key requires a URL with https, or http on this machine, because',
    ],
    [['--model', 'https://a.example', '--key', 'sk-s3cret'], '--key must be the name of an environment variable.'],
    [['--model', 'node model.mjs', '--key', 'KEY'], '--model-name and --key require a URL as --model.'],
    [['--model', 'node model.mjs', '--model-name', 'small'], '--model-name and --key require a URL as --model.'],
    [['--model', 'node model.mjs', '--timeout', '0'], "--timeout must be a number of milliseconds, not '0'."],
    [['--model', 'node model.mjs', '--min', '101'], "--min must be a number from 0 to 100, not '101'."],
    [['--model', 'a', '--record', 'a.json', '--replay', 'a.json'], "'eval' accepts --record or --replay, not both."],
    [['--model', 'a', '--replay', 'a.json'], '--replay takes the place of a model. Remove --model and its options.'],
    [['--replay', 'a.json', '--key', 'KEY'], '--replay takes the place of a model. Remove --model and its options.'],
    [['--replay', 'a.json', '--base-url', 'https://a.example'], '--base-url and --auth require an OpenAPI document'],
  ])('refuses the options %j', async (args, message) => {
    const { code, stdout, stderr } = await evaluate(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`toolwright: ${message}`);
    expect(stderr).not.toContain('s3cret');
  });

  it.each([
    [undefined, "The environment variable 'EVAL_KEY' is not set (--key)."],
    ['', "The environment variable 'EVAL_KEY' is not set (--key)."],
    ['two\nlines', "The environment variable 'EVAL_KEY' has no bearer token (--key)."],
    ['key', "The environment variable 'EVAL_KEY' has no bearer token (--key)."],
  ])('refuses the key %j', async (key, message) => {
    if (key !== undefined) process.env.EVAL_KEY = key;
    const { code, stderr } = await evaluate('--model', 'https://a.example', '--key', 'EVAL_KEY');
    delete process.env.EVAL_KEY;
    expect({ code, stderr }).toEqual({ code: 1, stderr: `toolwright: ${message}\n` });
  });

  it('names the case and the field of invalid cases', async () => {
    workshop.write('wrong.yaml', '- { request: Find tea, expect: serch }');
    const args = ['eval', 'shop.mjs', 'wrong.yaml', '--replay', 'missing.json'];
    const message =
      'wrong.yaml: case 1 ("Find tea"): expect names "serch", which is no active tool. Did you mean \'search\'?';
    expect(await workshop.run(...args)).toEqual({ code: 1, stdout: '', stderr: `toolwright: ${message}\n` });
    const { stdout } = await workshop.run(...args, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 1, error: { code: 'invalid_cases', message } });
  });

  it('refuses a case that expects a tool of an inactive group, which a model does not see', async () => {
    workshop.write('inactive.yaml', '- { request: Clear all, expect: clear }');
    const { stderr } = await workshop.run('eval', 'shop.mjs', 'inactive.yaml', '--replay', 'missing.json');
    expect(stderr).toContain('names "clear", which is no active tool.');
  });

  it.each([
    [
      'two.mjs',
      'export const one = ToolSpec.fromFunction(function a() {}); export const two = ToolSpec.fromFunction(function a() {});',
      "has two tools named 'a'. Rename one.",
    ],
  ])('refuses the module %s', async (name, source, problem) => {
    workshop.compile(name, source);
    expect(await workshop.run('eval', name, 'cases.yaml', '--replay', 'missing.json')).toEqual({
      code: 2,
      stdout: '',
      stderr: `toolwright: '${name}' ${problem}\n`,
    });
  });

  it('reads the tools of an OpenAPI document', async () => {
    const paths = { '/teas': { get: { operationId: 'search', responses: {} } } };
    workshop.write(
      'openapi.json',
      JSON.stringify({ openapi: '3.1.0', servers: [{ url: 'https://a.example' }], paths }),
    );
    workshop.write('empty.json', JSON.stringify({ version: 1, answers: [] }));
    const { code, stdout } = await workshop.run(
      'eval',
      'openapi.json',
      'cases.yaml',
      '--replay',
      'empty.json',
      '--json',
    );
    expect(code).toBe(3);
    expect(JSON.parse(stdout).data.cases).toMatchObject([{ expected: ['search'], status: 'error' }]);
  });

  it('refuses a file of recorded answers that cannot be read or written', async () => {
    expect((await evaluate('--replay', 'missing.json')).stderr).toContain("'missing.json' cannot be read: ENOENT");
    workshop.write('merged.json', '<<<<<<< ours\n=======\n>>>>>>> theirs\n');
    const { stdout } = await evaluate('--replay', 'merged.json', '--json');
    const message = "'merged.json' has conflicts of a merge. Record the answers again with --record.";
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 1, error: { code: 'invalid_recording', message } });
    const { stderr } = await evaluate('--model', 'node model.mjs', '--record', 'node_modules');
    expect(stderr).toBe("toolwright: --record must be a file, and 'node_modules' is a folder.\n");
  });

  it('fails if an answer is not recorded, however few have to be right, and mentions those that are not used', async () => {
    const answers = [{ case: 'Find coffee', request: '0', calls: [] }];
    workshop.write('other.json', JSON.stringify({ version: 1, answers }));
    const { code, stdout, stderr } = await evaluate('--replay', 'other.json', '--min', '0');
    expect(code).toBe(3);
    expect(stdout).toContain(
      'error  Find tea\n       The answer is not recorded, or the request or a tool has changed since: record it again.\n',
    );
    expect(stderr).toBe(
      "warning: The recorded answer of the case 'Find coffee' is not used.\n" +
        'toolwright: 1 of 1 answers are not recorded. Record them again with --record.\n',
    );
  });
});
