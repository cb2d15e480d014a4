import { redactData } from '../../../call/redact-secrets.js';
import { toJsonValue } from '../../../call/response/json-value.js';
import type { ContentBlock } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { type McpContent, toMcpContent } from '../../shared/mcp-content.js';
import type { DevContent } from '../protocol.js';

/** The most characters of one event, apart from its media. */
export const longestEvent = 262_144;

/** The most characters of the media of one event, which are encoded as base64. */
const longestMedia = 8_388_608;

/** What a tool returned: a chunk, or its whole result. */
interface ToolOutput {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  toText(): string;
}

/** Writes the values of one event as JSON, without secrets. What would make the event too large is left out. */
export class EventWriter {
  readonly #secrets: readonly string[];
  #left = longestEvent;
  #mediaLeft = longestMedia;
  #isCut = false;

  /** @param secrets - The texts that are replaced. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Whether something was left out because it is too large. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Returns the field of an event that says whether something was left out. */
  get cutField(): { readonly truncated?: true } {
    return this.#isCut ? { truncated: true } : {};
  }

  /** Writes a value. One without a JSON form, such as one that contains itself, becomes a text that says so. */
  write(value: unknown): unknown {
    return this.#cut(redactData(jsonOf(value), this.#secrets));
  }

  writeText(text: string): string {
    return this.#cutText(redactData(text, this.#secrets));
  }

  writeOutput(output: ToolOutput): DevContent {
    const content = output.content.map((block, index) => this.#writeBlock(toMcpContent(block, index)));
    const { structuredContent } = output;
    const structured = structuredContent === undefined ? {} : { structuredContent: this.write(structuredContent) };
    return { content, ...structured, text: this.writeText(output.toText()), ...this.cutField };
  }

  #writeBlock(block: McpContent): unknown {
    const { data, resource, ...rest } = block;
    if (typeof data === 'string') return this.#writeMedia(data, block, () => ({ ...this.#writeFields(rest), data }));
    if (!isRecord(resource) || typeof resource.blob !== 'string') return this.write(block);
    const { blob, ...others } = resource;
    return this.#writeMedia(blob, resource, () => ({
      ...this.#writeFields(rest),
      resource: { ...this.#writeFields(others), blob },
    }));
  }

  #writeMedia(data: string, { mimeType }: Readonly<Record<string, unknown>>, write: () => unknown): unknown {
    if (data.length <= this.#mediaLeft) {
      this.#mediaLeft -= data.length;
      return write();
    }
    this.#isCut = true;
    return { type: 'text', text: `[${String(mimeType)}: ${data.length} characters of base64 are left out]` };
  }

  #writeFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const written = this.write(fields);
    return isRecord(written) ? written : {};
  }

  #cut(node: unknown): unknown {
    if (typeof node === 'string') return this.#cutText(node);
    if (Array.isArray(node)) return this.#cutItems(node);
    if (!isRecord(node)) {
      this.#left -= String(node).length;
      return node;
    }
    const members: [string, unknown][] = [];
    for (const [name, member] of Object.entries(node)) {
      this.#left -= name.length;
      if (this.#isFull()) break;
      members.push([name, this.#cut(member)]);
    }
    return Object.fromEntries(members);
  }

  #cutItems(items: readonly unknown[]): unknown[] {
    const kept: unknown[] = [];
    for (const item of items) {
      this.#left -= 1;
      if (this.#isFull()) break;
      kept.push(this.#cut(item));
    }
    return kept;
  }

  #cutText(text: string): string {
    const left = Math.max(0, this.#left);
    this.#left -= text.length;
    if (text.length <= left) return text;
    this.#isCut = true;
    return `${text.slice(0, left)}…`;
  }

  #isFull(): boolean {
    this.#isCut ||= this.#left <= 0;
    return this.#left <= 0;
  }
}

function jsonOf(value: unknown): unknown {
  try {
    return toJsonValue(value) ?? null;
  } catch {
    // It contains itself, is nested too deeply, or has a getter that throws.
    return '[no JSON form]';
  }
}
