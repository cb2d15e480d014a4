import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The variable in the environment of a program and its descendants whose value identifies the call. */
export const markerVariable = 'TOOLWRIGHT_PROGRAM';

// How often the processes are looked up while they end, and for how long after SIGKILL, in milliseconds.
const pollMs = 20;
const giveUpMs = 5_000;

/**
 * The processes of one program: its process group and, on Linux, its descendants, those of its session, and all whose
 * environment contains its marker, whatever their group, session and parent.
 */
export class ProgramProcesses {
  readonly #leader: number;
  readonly #marker: string;
  readonly #startedAt: number;
  #isReaped = false;

  /**
   * @param leader - The process ID of the program, which is also that of its group and of its session.
   * @param marker - The value of the marker variable.
   */
  constructor(leader: number, marker: string) {
    this.#leader = leader;
    this.#marker = `${markerVariable}=${marker}`;
    this.#startedAt = readProcess(leader)?.startedAt ?? 0;
  }

  /** Records that the program itself has ended, after which its process ID may belong to another program. */
  reap(): void {
    this.#isReaped = true;
  }

  /** Ends all processes with SIGKILL, without waiting: this process is about to exit. */
  endNow(): void {
    // A process may have been forked while the others were found.
    for (let round = 0; round < 10 && this.#signal('SIGKILL').length > 0; round++);
  }

  /** Ends all processes: with SIGTERM, and after a grace in milliseconds with SIGKILL, until none is left. */
  async end(graceMs: number): Promise<void> {
    const killAt = performance.now() + graceMs;
    let left = this.#signal('SIGTERM');
    while (left.length > 0 && performance.now() < killAt) {
      await delay(Math.min(pollMs, graceMs));
      left = left.filter(isRunning);
      // Others may have been forked while these were found.
      if (left.length === 0) left = this.#signal('SIGTERM');
    }
    while (left.length > 0 && performance.now() < killAt + giveUpMs) {
      left = this.#signal('SIGKILL');
      if (left.length > 0) await delay(pollMs);
    }
  }

  /** Sends a signal to all processes, and returns them. */
  #signal(signal: NodeJS.Signals): readonly FoundProcess[] {
    const found = this.#find();
    // The group at once, so that no member can fork in between.
    if (this.#ownsGroup) send(-this.#leader, signal);
    for (const { pid } of found) send(pid, signal);
    return found;
  }

  /** Whether the process group is that of the program: its ID is free for others once the group is empty. */
  get #ownsGroup(): boolean {
    return !this.#isReaped || readProcess(this.#leader) === undefined;
  }

  /** Returns the processes that run. Where /proc does not list them, these are the process group as one. */
  #find(): readonly FoundProcess[] {
    const running = listProcesses()?.filter(({ startedAt }) => startedAt >= this.#startedAt);
    if (running === undefined) return [{ pid: -this.#leader, startedAt: 0 }].filter(isRunning);
    const ownsGroup = this.#ownsGroup;
    const isOwn = ({ pid, group, session }: RunningProcess): boolean =>
      (ownsGroup && (group === this.#leader || session === this.#leader)) || this.#hasMarker(pid);
    const own = new Map(running.filter(isOwn).map((one) => [one.pid, one]));
    for (let size = -1; size !== own.size; ) {
      size = own.size;
      for (const one of running) if (own.has(one.parent)) own.set(one.pid, one);
    }
    return [...own.values()];
  }

  #hasMarker(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`).includes(this.#marker);
    } catch {
      // It has ended, or belongs to another user.
      return false;
    }
  }
}

interface FoundProcess {
  /** The process ID, or the negative ID of a process group. */
  readonly pid: number;
  /** The time since the system was started, in the ticks of its clock. */
  readonly startedAt: number;
}

interface RunningProcess extends FoundProcess {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

function listProcesses(): readonly RunningProcess[] | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  } catch {
    // /proc is not mounted.
    return undefined;
  }
}

/** Returns a process, or undefined if it does not exist, has ended, or /proc does not show it. */
function readProcess(pid: number): RunningProcess | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name in parentheses, which may contain anything, is followed by the state and by numbers: see proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = 'X', parent, group, session] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startedAt: Number(fields[19]),
  };
}

function isRunning({ pid, startedAt }: FoundProcess): boolean {
  return pid < 0 ? send(pid, 0) : readProcess(pid)?.startedAt === startedAt;
}

/** Sends a signal to a process, or to a group if the ID is negative. Returns whether it exists. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
