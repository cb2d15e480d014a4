import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { toJsonText } from './json-text.js';

type Style = Parameters<typeof styleText>[0];

const clearLine = '\r\x1b[2K';
const barLength = 24;

/** The output of the sample: with colours and a moving bar on a terminal, as plain text in a pipe. */
export class Screen {
  readonly #out: NodeJS.WriteStream;
  readonly #isTerminal: boolean;
  readonly #hasColour: boolean;
  #headings = 0;
  /** The progress bar in the last line, which is redrawn below each printed line. */
  #bar = '';
  #shownTenths = -1;

  constructor(out: NodeJS.WriteStream = process.stdout) {
    this.#out = out;
    this.#isTerminal = out.isTTY === true;
    // https://no-color.org: set to anything but the empty string.
    this.#hasColour = this.#isTerminal && !process.env.NO_COLOR;
    // A pipe may close early, as that of `| head` does.
    out.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  }

  heading(title: string, code: string): void {
    this.#headings++;
    this.line();
    this.line(`${this.#styled('bold', `${this.#headings}. ${title}`)}  ${this.#styled('gray', code)}`);
    this.line();
  }

  line(text = ''): void {
    this.#out.write(this.#bar === '' ? `${text}\n` : `${clearLine}${text}\n${this.#bar}`);
  }

  /** Prints a success. */
  good(text: string): void {
    this.line(`  ${this.#styled('green', text)}`);
  }

  /** Prints a failure that the sample provokes. */
  bad(text: string): void {
    this.line(`  ${this.#styled('red', text)}`);
  }

  /** Prints an explanation. */
  note(text: string): void {
    this.line(`  ${this.#styled('gray', text)}`);
  }

  call(name: string, input: unknown): void {
    this.line(`  ${this.#styled('cyan', name)} ${toJsonText(input, this.#width())}`);
  }

  json(value: unknown): void {
    for (const line of toJsonText(value, this.#width() - 4).split('\n')) {
      this.line(`    ${line.replace(/"[^"]*":/, (key) => this.#styled('cyan', key))}`);
    }
  }

  /** Prints text that may be long, cut to the width of the screen. */
  item(label: string, text: string): void {
    const room = Math.max(10, this.#width() - label.length - 6);
    // Control characters in a file must not reach the terminal.
    const shown = text.replaceAll(/\p{Cc}+/gu, ' ');
    this.line(`    ${this.#styled('yellow', label)}  ${shown.length > room ? `${shown.slice(0, room - 1)}…` : shown}`);
  }

  /** Prints progress: on a terminal as a moving bar, in a pipe as a line per tenth. */
  progress(value: number, total: number, label: string): void {
    if (this.#isTerminal) {
      this.#bar = this.#barText(value, total, label);
      this.#out.write(`${clearLine}${this.#bar}`);
      return;
    }
    const tenths = Math.floor((value * 10) / total);
    if (tenths === this.#shownTenths) return;
    this.#shownTenths = tenths;
    this.line(`  progress ${value}/${total} ${label}`);
  }

  endProgress(): void {
    this.#shownTenths = -1;
    if (this.#bar === '') return;
    this.#bar = '';
    this.#out.write(clearLine);
  }

  /** Waits on a terminal, so that the reader can follow. */
  async pause(milliseconds: number): Promise<void> {
    if (this.#isTerminal) await sleep(milliseconds);
  }

  #barText(value: number, total: number, label: string): string {
    const filled = Math.round((barLength * value) / total);
    const bar = this.#styled('green', '█'.repeat(filled)) + '░'.repeat(barLength - filled);
    // A bar that wraps could not be redrawn.
    const room = Math.max(0, this.#width() - barLength - `${value}/${total}`.length - 6);
    return `  ${bar} ${value}/${total} ${label.slice(0, room)}`;
  }

  #width(): number {
    return Math.min(this.#out.columns || 100, 120);
  }

  #styled(style: Style, text: string): string {
    return this.#hasColour ? styleText(style, text) : text;
  }
}
