import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A payment service, which stores a line with the key of each payment in a file. */
export class Payments {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The keys of all payments. */
  get keys(): readonly string[] {
    return existsSync(this.#file) ? readFileSync(this.#file, 'utf8').trim().split('\n') : [];
  }

  pay(key: string): void {
    appendFileSync(this.#file, `${key}\n`);
  }
}
