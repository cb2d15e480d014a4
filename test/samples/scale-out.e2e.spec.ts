import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../support/repository.js';

const build = join(root, 'samples/.build/scale-out');
const main = join(build, 'main.js');
// Of util-linux.
const pseudoTerminal = 'script';
const hasTerminal = (spawnSync(pseudoTerminal, ['--version'], { encoding: 'utf8' }).stdout ?? '').includes(
  'util-linux',
);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scale-out-spec-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(
  env: object = {},
  command: readonly string[] = [process.execPath, main],
): ChildProcessWithoutNullStreams {
  const [program = '', ...args] = command;
  return spawn(program, args, { env: { PATH: process.env.PATH, TMPDIR: folder, ...env }, timeout: 60_000 });
}

async function endOf(child: ChildProcessWithoutNullStreams): Promise<object> {
  const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** The processes and the files that the sample has left. */
function leftovers(): object {
  const processes = execFileSync('ps', ['-e', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  return {
    processes: processes.filter((line) => line.includes(build) || line.includes(folder)),
    files: readdirSync(folder),
  };
}

const nothing = { processes: [], files: [] };

describe('the sample of workers on NATS', () => {
  it('loses no call when a worker is killed, and leaves nothing', async () => {
    const ended = await endOf(start());
    expect(ended).toEqual({ code: 0, stdout: expect.any(String), stderr: '' });
    const { stdout } = ended as { readonly stdout: string };
    expect(stdout).toMatch(/^Killed office-1, which ran [1-4] calls\.$/m);
    expect(stdout.split('\n').slice(-10)).toEqual([
      'All turns have ended.',
      'worker    queue     calls     running',
      'gpu-1     gpu       40        0',
      expect.stringMatching(/^office-1 {2}office {4}\d+ +killed$/),
      expect.stringMatching(/^office-2 {2}office {4}\d+ +0$/),
      '',
      'calls: 120, answered: 120, failed: 0',
      expect.stringMatching(/^delivered again after they had begun: [1-9]\d*$/),
      'payments: 40, of one call twice: 0',
      '',
    ]);
    expect(leftovers()).toEqual(nothing);
  }, 60_000);

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'closes everything on %s',
    async (signal) => {
      const child = start();
      child.stdout.on('data', (data: Buffer) => {
        if (data.includes('Turn 2')) child.kill(signal);
      });
      expect(await endOf(child)).toEqual({
        code: 130,
        stdout: expect.not.stringContaining('All turns'),
        stderr: '',
      });
      expect(leftovers()).toEqual(nothing);
    },
    60_000,
  );

  it('states what to install if nats-server is missing', async () => {
    expect(await endOf(start({ PATH: '' }))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The program nats-server is not installed. On Debian or Ubuntu: apt-get install nats-server\n',
    });
    expect(leftovers()).toEqual(nothing);
  }, 60_000);

  // Where `script` is missing, only the plain output can be read.
  if (hasTerminal) {
    it('redraws its table on a terminal', async () => {
      const command = `'${process.execPath}' '${main}'`;
      const child = start({}, [pseudoTerminal, '--quiet', '--return', '--command', command, '/dev/null']);
      expect(await endOf(child)).toMatchObject({ code: 0, stdout: expect.stringContaining('\x1b[4A\x1b[J') });
      expect(leftovers()).toEqual(nothing);
    }, 60_000);
  }
});
