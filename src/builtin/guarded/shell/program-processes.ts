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

  /** Sends a signal to all processes. Returns whether there are any. */
  signal(signal: NodeJS.Signals): boolean {
    const found = this.#find();
    // The group at once, so that no member can fork in between.
    const hasGroup = this.#ownsGroup && send(-this.#leader, signal);
    for (const pid of found ?? []) send(pid, signal);
    return found === undefined ? hasGroup : found.length > 0;
  }

  /** Ends all processes with SIGKILL, without waiting: this process is about to exit. */
  endNow(): void {
    // A process may have been forked while the others were found.
    for (let round = 0; round < 10 && this.signal('SIGKILL'); round++);
  }

  /** Ends all processes: with SIGTERM, and after a grace in milliseconds with SIGKILL, until none is left. */
  async end(graceMs: number): Promise<void> {
    if (!this.signal('SIGTERM')) return;
    for (const killAt = performance.now() + graceMs; performance.now() < killAt; ) {
      await delay(Math.min(pollMs, graceMs));
      if (!this.#isAlive()) return;
    }
    const giveUpAt = performance.now() + giveUpMs;
    while (this.signal('SIGKILL') && performance.now() < giveUpAt) await delay(pollMs);
  }

  #isAlive(): boolean {
    return (this.#find()?.length ?? Number(send(-this.#leader, 0))) > 0;
  }

  /** Whether the process group is that of the program: its ID is free for others once the group is empty. */
  get #ownsGroup(): boolean {
    return !this.#isReaped || readProcess(this.#leader) === undefined;
  }

  /** Returns the IDs of the processes that run, or undefined where /proc does not list them. */
  #find(): readonly number[] | undefined {
    const running = listProcesses()?.filter(({ startedAt }) => startedAt >= this.#startedAt);
    if (running === undefined) return undefined;
    const ownsGroup = this.#ownsGroup;
    const isOwn = ({ pid, group, session }: RunningProcess): boolean =>
      (ownsGroup && (group === this.#leader || session === this.#leader)) || this.#hasMarker(pid);
    const own = new Set(running.filter(isOwn).map(({ pid }) => pid));
    for (let size = -1; size !== own.size; ) {
      size = own.size;
      for (const { pid, parent } of running) if (own.has(parent)) own.add(pid);
    }
    return [...own];
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

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The time since the system was started, in the ticks of its clock. */
  readonly startedAt: number;
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

/** Sends a signal to a process, or to a group if the ID is negative. Returns whether it exists. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
