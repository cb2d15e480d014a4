import { toToolError } from '../../../../call/failure.js';
import { collectSecrets, redactText } from '../../../../call/redact-secrets.js';
import { type Secret, secret } from '../../../../call/state/secret.js';

// The source itself may send other values with each request. Errors refer to recent requests.
const maxTexts = 100;

/** The secret texts in recent requests, which must not appear in what is shown of them. */
export class SentSecrets {
  #secrets: readonly Secret[] = [];
  readonly #others = new Set<SentSecrets>();

  add(texts: readonly string[]): void {
    const others = this.#secrets.filter((known) => !texts.some((text) => text === known.reveal()));
    this.#secrets = [...others, ...texts.map((text) => secret(text))].slice(-maxTexts);
  }

  /** Removes the secrets of another sender, too, also those that are added later. */
  include(other: SentSecrets): void {
    this.#others.add(other);
  }

  /** Registers the values of headers, and the credentials that follow a scheme such as `Bearer`. */
  addHeaders(headers: Readonly<Record<string, string>>): void {
    const values = Object.values(headers);
    const credentials = values
      .filter((value) => value.includes(' '))
      .map((value) => value.slice(value.indexOf(' ') + 1));
    this.add([...values, ...credentials]);
  }

  /** Returns a text without the secrets. */
  redact(text: string): string {
    const all = this.#all();
    return all.length === 0 ? text : redactText(text, collectSecrets([all]));
  }

  /** Returns a thrown value without the secrets. */
  redactError(thrown: unknown, toolName: string): unknown {
    const all = this.#all();
    return all.length === 0 ? thrown : toToolError(thrown, { toolName, secretsIn: [all] });
  }

  #all(): readonly Secret[] {
    return [this, ...this.#others].flatMap((one) => one.#secrets);
  }
}
