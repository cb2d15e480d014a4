import { packedFolder } from '../support/packed-package.js';
import { Workshop } from './command-line.js';

describe('toolwright list, as a process', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
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

  it('says which groups of a document clients must activate', async () => {
    const paths = Array.from({ length: 21 }, (_, index) => {
      return [`/${index}`, { get: { operationId: `op${index}`, tags: ['all'], responses: {} } }];
    });
    const servers = [{ url: 'https://api.example.com' }];
    workshop.write('large.json', JSON.stringify({ openapi: '3.1.0', servers, paths: Object.fromEntries(paths) }));
    const { stdout } = await workshop.runProcess('list', 'large.json');
    expect(stdout.split('\n')[0]).toBe('op0 [all, inactive]');
    expect(await workshop.runProcess('call', 'large.json', 'op0', '--help')).toMatchObject({ code: 0 });
  });

  it('exits silently when its reader closes the pipe', async () => {
    const child = workshop.start('list', 'common.cjs');
    child.stdout.destroy();
    const stderr: string[] = [];
    child.stderr.on('data', (chunk) => stderr.push(String(chunk)));
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
    expect(stderr).toEqual([]);
  });

  it('names the parameters that are published with a wider type than their TypeScript type', async () => {
    const source = `import { Tool, ToolRegistry } from 'toolwright';
export class Lamp extends ToolRegistry {
  @Tool() dim(level: 'low' | 'high', room: string): void {}
}
`;
    workshop.write('src/lamp.ts', source);
    workshop.write('tsconfig.json', JSON.stringify({ compilerOptions: { module: 'nodenext' }, include: ['src'] }));
    workshop.compile('lamp.mjs', source.split('\n').slice(1).join('\n'));
    const { code, stdout, stderr } = await workshop.runProcess('list', 'lamp.mjs');
    workshop.empty('tsconfig.json');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'dim [basic]\n  dim({ level, room })\n' });
    expect(stderr).toBe(
      "warning: src/lamp.ts:3:15 Lamp.dim: parameter 'level' is published as any string, but its type is " +
        "'low' | 'high'. Fix one of: use the build plugin (for NestJS, 'toolwright/nest-plugin'); run 'toolwright generate' and import the module that it writes; list the values with " +
        '@Param({ enum }).\n',
    );
    expect((await workshop.runProcess('list', 'lamp.mjs')).stderr).toBe('');
  });

  it('rejects an unknown option', async () => {
    const { code, stdout, stderr } = await workshop.runProcess('list', 'common.cjs', '--colour');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      "toolwright: 'list' has no option --colour. Did you mean '--color'? See 'toolwright list --help'.\n",
    );
  });
});
