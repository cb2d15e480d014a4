import type { WorkerProcess } from './worker-process.js';

const redrawMs = 100;

/** A table of the calls of each worker. It is redrawn on a terminal, and printed with each note elsewhere. */
export class WorkerTable implements Disposable {
  readonly #workers: readonly WorkerProcess[];
  readonly #timer: NodeJS.Timeout | undefined;
  #height = 0;

  constructor(workers: readonly WorkerProcess[]) {
    this.#workers = workers;
    if (process.stdout.isTTY) this.#timer = setInterval(() => this.#draw(), redrawMs);
  }

  /** Prints a line above the table. */
  note(text: string): void {
    this.#draw(`${text}\n`);
    if (!process.stdout.isTTY) this.#height = 0;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #draw(above = ''): void {
    const lines = [row('worker', 'queue', 'calls', 'running'), ...this.#workers.map(rowOf)];
    const clear = this.#height > 0 ? `\x1b[${this.#height}A\x1b[J` : '';
    process.stdout.write(`${clear}${above}${lines.join('\n')}\n`);
    this.#height = lines.length;
  }
}

function rowOf({ name, queue, calls, running, isKilled }: WorkerProcess): string {
  return row(name, queue, `${calls.size}`, isKilled ? 'killed' : `${running.size}`);
}

function row(...cells: readonly string[]): string {
  return cells
    .map((cell) => cell.padEnd(10))
    .join('')
    .trimEnd();
}
