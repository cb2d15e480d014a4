import { isDeepStrictEqual } from 'node:util';
import type { ToolResponse } from '../../index.js';

/**
 * Prints the responses of a call as they arrive: text is appended, data is printed on separate lines. The final
 * response is printed only if it contains more than the chunks did.
 */
export class ChunkPrinter {
  readonly #write: (text: string) => void;
  #isMidLine = false;
  #text = '';
  #lastText = '';
  readonly #values: unknown[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Whether the last printed line is unfinished. */
  get isMidLine(): boolean {
    return this.#isMidLine;
  }

  print(response: ToolResponse): void {
    const text = textOf(response);
    if (response.isLast) {
      if (response.error === undefined && !this.#isPrinted(text, response.structuredContent)) this.#printLine(text);
      this.#endLine();
    } else if (response.structuredContent === undefined) {
      this.#text += text;
      this.#lastText = text;
      this.#printText(text);
    } else {
      this.#values.push(response.structuredContent);
      this.#lastText = text;
      this.#printLine(text);
    }
  }

  /** Checks whether the chunks have already printed the final output. */
  #isPrinted(finalText: string, structuredContent: unknown): boolean {
    if (finalText === '' || finalText === this.#lastText) return true;
    // Under an output schema, a text is structured content, too.
    if (structuredContent !== undefined && typeof structuredContent !== 'string') {
      return isDeepStrictEqual(structuredContent, this.#values);
    }
    // Text before and after an image is joined with a line break that no chunk contains.
    return finalText.replaceAll('\n', '') === this.#text.replaceAll('\n', '');
  }

  #printText(text: string): void {
    if (text === '') return;
    this.#write(text);
    this.#isMidLine = !text.endsWith('\n');
  }

  #printLine(text: string): void {
    this.#endLine();
    this.#printText(text);
    this.#endLine();
  }

  #endLine(): void {
    if (this.#isMidLine) this.#printText('\n');
  }
}

function textOf({ content }: ToolResponse): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
