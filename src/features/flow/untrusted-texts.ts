import { comparedText, containsValue } from './labels/compared-text.js';
import type { ResultOrigin } from './labels/origin.js';

/** An untrusted text of a result. */
interface UntrustedText {
  readonly text: string;
  readonly origin: ResultOrigin;
}

/** Where a value has been read. */
export interface FoundText {
  readonly origin: ResultOrigin;
  /** Whether it is a whole value there, and not a part of one. */
  readonly isWhole: boolean;
}

const maxTexts = 10_000;
// In characters, each of which needs two bytes.
const maxChars = 2 * 1024 * 1024;

// In characters. Shorter values are part of many texts by chance.
const minPart = 4;

/** The latest untrusted texts of a session, to say where an argument comes from. Only remembered approvals depend on them. */
export class UntrustedTexts {
  readonly #texts: UntrustedText[] = [];
  #chars = 0;

  add(text: string, origin: ResultOrigin): void {
    if (text.trim() === '' || text.length > maxChars) return;
    this.#texts.push({ text, origin });
    this.#chars += text.length;
    while (this.#texts.length > maxTexts || this.#chars > maxChars) {
      this.#chars -= this.#texts.shift()?.text.length ?? 0;
    }
  }

  /** Returns the latest text that a value equals, or else the latest one that contains it, if possible as a whole value. */
  find(value: string): FoundText | undefined {
    const compared = comparedText(value);
    if (compared === '') return undefined;
    const latest = [...this.#texts].reverse();
    const equal = latest.find(({ text }) => text.length === value.length && comparedText(text) === compared);
    if (equal === undefined && compared.length < minPart) return undefined;
    const whole = equal ?? latest.find(({ text }) => containsValue(comparedText(text), compared));
    const found = whole ?? latest.find(({ text }) => comparedText(text).includes(compared));
    return found && { origin: found.origin, isWhole: whole !== undefined };
  }
}
