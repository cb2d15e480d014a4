import { collectSecrets, redactText } from '../../call/redact-secrets.js';
import { type Secret, secret } from '../../index.js';

/** The texts that the errors of a configuration must not contain: values of variables, and credentials. */
export class HiddenTexts {
  readonly #secrets: Secret<string>[] = [];

  add(text: string): void {
    this.#secrets.push(secret(text));
  }

  /** Returns a message in which each hidden text is replaced. */
  redact(message: string): string {
    return redactText(message, collectSecrets([this.#secrets]));
  }
}
