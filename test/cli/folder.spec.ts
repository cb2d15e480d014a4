import { closeServers, listen, sendJson } from '../rest/listen.js';
import { Workshop } from './command-line.js';
import { scriptedModel } from './scripted-model.js';

const workshop = new Workshop();

beforeAll(async () => {
  const url = await listen((_, response) => sendJson(response, 200, { hours: 12 }));
  workshop.compile('tools/clock.mjs', "export const noon = ToolSpec.fromFunction(() => '12:00', { name: 'noon' });");
  workshop.write('tools/hours.yaml', `name: get_hours\ndescription: Returns the hours.\napi_url: ${url}/hours\n`);
  workshop.write('toolwright.config.yaml', 'dirs: [tools]\nagents:\n  - name: clerk\n    tools: [get_hours]\n');
});

afterAll(async () => {
  await closeServers();
  workshop.remove();
});

describe('a folder of tools', () => {
  it('is listed', async () => {
    const { code, stdout, stderr } = await workshop.run('list', 'tools');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('noon [basic]');
    expect(stdout).toContain('get_hours [basic]\n  Returns the hours.');
  });

  it.each([['.'], ['toolwright.config.yaml']])('is read by its configuration: %s', async (path) => {
    const { code, stdout } = await workshop.run('list', path, '--agent', 'clerk');
    expect(code).toBe(0);
    expect(stdout).toContain('get_hours');
    expect(stdout).not.toContain('noon');
  });

  it('has tools that are called', async () => {
    expect(await workshop.run('call', 'tools', 'get_hours')).toEqual({ code: 0, stdout: '{"hours":12}\n', stderr: '' });
  });

  it('has tools that are checked', async () => {
    const lint = await workshop.run('lint', 'tools');
    expect(lint.code).toBe(3);
    expect(lint.stdout).toContain('noon');
    expect(await workshop.run('lint', '.', '--agent', 'clerk')).toMatchObject({ code: 0 });
  });

  it('has tools that are locked', async () => {
    expect(await workshop.run('lock', 'tools')).toMatchObject({
      code: 0,
      stdout: 'toolwright.lock.json: 2 tools, new\n',
    });
    expect(await workshop.run('lock', 'tools', '--check')).toMatchObject({ code: 0 });
    const { code, stdout } = await workshop.run('lock', '.', '--agent', 'clerk', '--check');
    expect(code).toBe(3);
    expect(stdout).toContain('noon');
  });

  it('has tools for which a model is evaluated', async () => {
    workshop.write('model.mjs', scriptedModel);
    const request = JSON.stringify({ calls: [{ name: 'get_hours', arguments: {} }] });
    workshop.write('cases.json', JSON.stringify([{ name: 'hours', request, expect: 'get_hours' }]));
    const { code, stdout } = await workshop.run(
      'eval',
      '.',
      'cases.json',
      '--agent',
      'clerk',
      '--model',
      'node model.mjs',
    );
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'ok     hours\n\n1 case: right tool 1, right arguments 1, errors 0\n',
    });
  });

  it('reports what cannot be loaded, with its file, line and column', async () => {
    workshop.write('broken/clock.mjs', 'export function noon() { return 12; }');
    workshop.write('broken/hours.yaml', 'name: get_hours\ndescription: Returns the hours.\napi_url: nowhere\n');
    const { code, stdout, stderr } = await workshop.run('list', 'broken');
    expect(code).toBe(0);
    expect(stdout).toContain('noon [basic]');
    expect(stderr).toContain("broken/hours.yaml:3:10: 'api_url' is not a URL.");
  });

  it.each([
    [['list', 'empty'], 2, "'empty' contains no tools."],
    [['list', 'node_modules'], 2, "'node_modules' contains packages. Pass a folder of tools."],
    [['list', 'project'], 2, 'Pass { dirs }, or create toolwright.config.yaml.'],
    [['list', '.', '--agent', 'clark'], 2, "There is no agent named 'clark'. Did you mean 'clerk'?"],
    [['list', 'tools/clock.mjs', '--agent', 'clerk'], 1, '--agent requires a folder of tools or its'],
  ])('is refused for %j', async (args, code, message) => {
    workshop.write('empty/README.md', 'Nothing yet.');
    workshop.write('project/package.json', '{}');
    workshop.write('project/main.mjs', 'throw new Error("It was run.");');
    const run = await workshop.run(...args);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});
