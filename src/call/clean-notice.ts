import { inspectText } from '../base/text/inspect-text.js';
import { messageForReaders } from '../base/text/path-text.js';
import { redactText } from './redact-secrets.js';
import { isContainer } from './state/containers.js';

// Deep enough for the errors of HTTP clients: config, headers, Authorization.
const shownDepth = 6;

/**
 * Returns what a tool reports in a form that every observer may see: secrets are redacted and absolute paths are cut, as
 * in errors, in keys and in values. Plain objects and arrays are copied. Any other object stays, unless its JSON or its
 * inspected form shows a secret or a path: then the cleaned form replaces it. Never throws.
 */
export function cleanNotice<T>(reported: T, secrets: readonly string[]): T {
  try {
    return new NoticeCleaner(secrets).clean(reported) as T;
  } catch {
    // A getter that throws, a revoked proxy: a tool may report anything.
    return '[unreadable]' as T;
  }
}

class NoticeCleaner {
  readonly #secrets: readonly string[];
  /** The copies by original, because data may contain itself. */
  readonly #copies = new Map<object, unknown>();

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#cleanText(value);
    // The bytes of a buffer are not searched.
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    const known = this.#copies.get(value);
    if (known !== undefined) return known;
    if (Array.isArray(value)) return this.#cleanArray(value);
    return isContainer(value) ? this.#cleanRecord(value) : this.#cleanObject(value);
  }

  #cleanText(text: string): string {
    return redactText(messageForReaders({ message: text }), this.#secrets);
  }

  #cleanArray(items: readonly unknown[]): unknown {
    const copy: unknown[] = [];
    this.#copies.set(items, copy);
    for (const item of items) copy.push(this.clean(item));
    return copy;
  }

  #cleanRecord(record: object): unknown {
    const copy = {};
    this.#copies.set(record, copy);
    for (const [key, member] of Object.entries(record)) {
      // Assigning to `__proto__` would change the copy's prototype.
      const value = this.clean(member);
      Object.defineProperty(copy, this.#cleanText(key), {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return copy;
  }

  #cleanObject(value: object): unknown {
    const shown = shownForm(value);
    const cleaned = this.clean(shown);
    return cleaned === shown ? value : cleaned;
  }
}

/** Returns the JSON of an object that has its own, or else the text of its inspection. */
function shownForm(value: object): unknown {
  const { toJSON }: { readonly toJSON?: unknown } = value;
  if (typeof toJSON === 'function') return toJSON.call(value) as unknown;
  return inspectText(value, shownDepth);
}
