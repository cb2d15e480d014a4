import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createPluginProject, writeFiles } from './plugin-project.js';

// Of util-linux. Where it is missing, no terminal can be simulated.
const pseudoTerminal = 'script';
const version = spawnSync(pseudoTerminal, ['--version'], { encoding: 'utf8' }).stdout ?? '';

describe('toolwright/register on a terminal', () => {
  let project = '';

  beforeAll(() => {
    project = createPluginProject();
    writeFiles(project, {
      'src/lamp.ts':
        "import { Tool, ToolRegistry } from 'toolwright';\nexport class Lamp extends ToolRegistry {\n" +
        "  @Tool() dim(level: 'low' | 'high'): string { return level; }\n}\n",
      'src/lamps.ts': "import { Lamp } from './lamp.ts';\nconsole.log(Object.keys(new Lamp().toToolSpecs()).join());\n",
    });
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  /** Runs the program with standard output in a file and standard error on a terminal. Returns what the terminal shows. */
  function screenOf(env: NodeJS.ProcessEnv = {}): string {
    const command = `'${process.execPath}' --import toolwright/register src/lamps.ts > stdout.txt; cat stdout.txt`;
    const { stdout } = spawnSync(pseudoTerminal, ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });
    return stdout.replaceAll('\r', '');
  }

  if (version.includes('util-linux')) {
    it('says once that it reads types, on standard error, and nothing when they are known', () => {
      expect(screenOf()).toBe('toolwright: reading the types of src/lamp.ts …\ndim\n');
      expect(screenOf()).toBe('dim\n');
    });

    it('says nothing in a CI job', () => {
      rmSync(`${project}/node_modules/.cache`, { recursive: true, force: true });
      expect(screenOf({ CI: 'true' })).toBe('dim\n');
    });
  } else {
    it('cannot be tested without a pseudo terminal', () => {
      expect(process.env.CI).toBeUndefined();
    });
  }
});
