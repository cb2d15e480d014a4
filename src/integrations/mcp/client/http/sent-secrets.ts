import { toToolError } from '../../../../call/failure.js';
import { collectSecrets, redactText } from '../../../../call/redact-secrets.js';
import { type Secret, secret } from '../../../../call/state/secret.js';

// The source itself may send other values with each request. Errors refer to recent requests.
const maxTexts = 100;

/** The secret texts in recent requests, which must not appear in what is shown of them. */
export class SentSecrets {
  #secrets: readonly Secret[] = [];

  add(texts: readonly string[]): void {
    this.#secrets = [...this.#secrets, ...texts.map((text) => secret(text))].slice(-maxTexts);
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
    return this.#secrets.length === 0 ? text : redactText(text, collectSecrets([this.#secrets]));
  }

  /** Returns a thrown value without the secrets. */
  redactError(thrown: unknown, toolName: string): unknown {
    return this.#secrets.length === 0 ? thrown : toToolError(thrown, { toolName, secretsIn: [this.#secrets] });
  }
}
