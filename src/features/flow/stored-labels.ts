import { hashText } from '../../base/runtime/sha256.js';
import { storedLabel } from '../../call/call-labels.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { StoredText, TextOwner } from '../../toolkit/stored-text.js';
import { createLabel, isLabel, type Label } from './labels/label.js';

/** The label of a text, which is that of its name too: who writes a text chooses both. */
interface TextLabel {
  /** The SHA-256 of the text, because others may have replaced it. */
  readonly digest: string;
  readonly label: Label;
}

// What is known of more texts would be longer than most memories.
const maxTexts = 2_000;

const owners = new WeakMap<TextOwner, StoredLabels>();

/** The labels of what tools keep outside of the state, which outlives sessions. */
export class StoredLabels {
  readonly #owner: TextOwner;
  #texts = new Map<string, TextLabel>();
  #areAnyPrivate = false;

  private constructor(owner: TextOwner) {
    this.#owner = owner;
  }

  static of(owner: TextOwner): StoredLabels {
    const known = owners.get(owner);
    if (known !== undefined) return known;
    const created = new StoredLabels(owner);
    owners.set(owner, created);
    return created;
  }

  /** Returns the label of a text, or of its name. Undefined if it is not the one that was written. */
  async find({ name, text }: StoredText): Promise<Label | undefined> {
    await this.#load();
    const known = this.#texts.get(name);
    return text === undefined || known?.digest === hashText(text, 'base64') ? known?.label : undefined;
  }

  /** Whether a text is one that not anyone may read. It stays so under another name, of which nothing else is known. */
  get areAnyPrivate(): boolean {
    return this.#areAnyPrivate;
  }

  async write({ name, text = '' }: StoredText, label: Label): Promise<void> {
    await this.#load();
    this.#texts.delete(name);
    this.#texts.set(name, { digest: hashText(text, 'base64'), label });
    this.#areAnyPrivate ||= isPrivate(label);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > maxTexts && oldest !== undefined) this.#texts.delete(oldest);
    await this.#save();
  }

  /** Forgets the label of a name, and of all names below it. */
  async forget({ name }: Omit<StoredText, 'text'>): Promise<void> {
    await this.#load();
    const gone = [...this.#texts.keys()].filter((one) => one === name || one.startsWith(`${name}/`));
    if (gone.length === 0) return;
    for (const one of gone) this.#texts.delete(one);
    await this.#save();
  }

  async #save(): Promise<void> {
    await this.#owner.saveLabels?.(JSON.stringify([...this.#texts].map(toPlain)));
  }

  /** Reads what other processes have written. */
  async #load(): Promise<void> {
    const { loadLabels } = this.#owner;
    if (loadLabels === undefined) return;
    this.#texts = new Map(readTexts(await loadLabels.call(this.#owner)));
    this.#areAnyPrivate ||= [...this.#texts.values()].some(({ label }) => isPrivate(label));
  }
}

function isPrivate({ readers }: Label): boolean {
  return readers !== 'anyone';
}

function toPlain([name, { digest, label }]: readonly [string, TextLabel]): unknown {
  return { name, digest, ...storedLabel(label) };
}

/** Reads what was saved. Leaves out texts whose labels are not readable, so that nothing is known of them. */
function readTexts(saved: string | undefined): readonly (readonly [string, TextLabel])[] {
  return parseList(saved ?? '[]').flatMap((one) => {
    if (!isRecord(one) || typeof one.name !== 'string' || typeof one.digest !== 'string' || !isLabel(one)) return [];
    const label = createLabel(one.trust, one.readers);
    return [[one.name, { digest: one.digest, label }] as const];
  });
}

function parseList(json: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
