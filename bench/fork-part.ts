import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ContenderInfo, PartMessage } from './messages.js';

/** Which part of which row is measured, and by whose build. */
export interface PartJob {
  readonly row: string;
  readonly part: string;
  readonly isSmoke: boolean;
  /** The folder of a repository whose package and benchmarks are built. */
  readonly root: string;
}

/** What came of one process. */
export interface PartRun {
  readonly contenders: readonly ContenderInfo[];
  /** The values of each round, in the contenders' order. */
  readonly rounds: readonly (readonly number[])[];
  /** Why there are none, or not all of them. */
  readonly problem: Problem | undefined;
}

/** Why something was not measured. */
export interface Problem {
  readonly text: string;
  /** Whether it should have been. A peer that is not installed is no failure. */
  readonly isFailure: boolean;
}

interface ForkOptions {
  /** Ends the process. What it has told by then is kept. */
  readonly signal: AbortSignal;
  /** Hears how far it has come, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** Measures one part in a process of its own. */
export function forkPart(job: PartJob, { signal, onProgress }: ForkOptions): Promise<PartRun> {
  const { row, part, isSmoke, root } = job;
  const child = fork(join(root, 'bench/.build/run-part.js'), [row, part, isSmoke ? '--smoke' : '--full'], {
    cwd: root,
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let contenders: readonly ContenderInfo[] = [];
  let expected = 1;
  let problem: Problem | undefined;
  const rounds: (readonly number[])[] = [];
  const errors: string[] = [];
  child.stderr?.on('data', (text) => errors.push(String(text)));
  child.on('message', (message: PartMessage) => {
    if (message.kind === 'contenders') ({ contenders, rounds: expected } = message);
    else if (message.kind === 'round') onProgress(rounds.push(message.values) / expected);
    else problem = { text: message.reason, isFailure: false };
  });
  const end = (): boolean => child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return new Promise((resolve) => {
    child.on('close', (code) => {
      signal.removeEventListener('abort', end);
      if (code !== 0 && !signal.aborted) {
        problem = { text: `${row}, ${part}: ended with ${code}. ${errors.join('').trim()}`, isFailure: true };
      }
      resolve({ contenders, rounds, problem });
    });
  });
}
