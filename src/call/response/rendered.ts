import { errorFromInfo, type ToolError } from '../../base/errors/errors.js';
import { brands, hasBrand } from '../../base/values/brand.js';
import { type ContentBlock, contentText, isContentBlock, text } from './content.js';
import { copyPlainData, isPlainData, toOutputJson } from './json-value.js';
import { isToolResponse, type ToolResponse } from './tool-response.js';

/** The rendering of a value that a tool produced: its data for programs, its content for a model, and its error. */
export interface Rendered {
  readonly data: unknown;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly error?: ToolError | undefined;
}

/** The rendering of undefined. */
export const nothing: Rendered = Object.freeze({ data: undefined, content: Object.freeze([]) });

/**
 * Renders a returned or yielded value. A ToolResult, a response and content blocks are recognised by their brands. A
 * string is text. Anything else is data, which a model reads as JSON text.
 *
 * @throws OutputValidationError if data cannot be represented as JSON.
 */
export function renderValue(value: unknown): Rendered {
  if (typeof value === 'string') return { data: value, content: [text(value)] };
  if (value === undefined) return nothing;
  // A branded value never has `Object.prototype` as its prototype.
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Object.prototype) {
    if (isToolResult(value)) return value;
    if (isToolResponse(value)) return renderResponse(value);
    if (isContentBlock(value)) return { data: value, content: [value] };
    if (isContentList(value)) return { data: value, content: value };
  }
  if (isReadablePlainData(value)) return new DataRendering(value);
  const structuredContent = toOutputJson(value);
  // The `toJSON()` of an object may return undefined.
  if (structuredContent === undefined) return { data: value, content: [] };
  return new DataRendering(value, structuredContent);
}

function isReadablePlainData(value: unknown): boolean {
  try {
    return isPlainData(value);
  } catch {
    // A getter throws, which `toOutputJson` reports.
    return false;
  }
}

/** The rendering of data as JSON. The JSON form of plain data and the text are created when they are first read. */
class DataRendering implements Rendered {
  readonly data: unknown;
  #structuredContent: unknown;

  constructor(data: unknown, structuredContent?: unknown) {
    this.data = data;
    this.#structuredContent = structuredContent;
  }

  get structuredContent(): unknown {
    this.#structuredContent ??= this.#convert();
    return this.#structuredContent;
  }

  get content(): readonly ContentBlock[] {
    return [text(jsonText(this.structuredContent))];
  }

  #convert(): unknown {
    try {
      return copyPlainData(this.data);
    } catch {
      // A getter that returned a value before now throws.
      return null;
    }
  }
}

/**
 * Renders the output of a schema in the place of the data that the schema has read. Text that is the JSON text of the
 * data, or the data itself, becomes that of the output.
 *
 * @param json - The JSON form of the data.
 * @param value - The output of the schema; undefined for none.
 * @throws OutputValidationError if the output cannot be represented as JSON.
 */
export function renderOutput(output: Rendered, json: unknown, value: unknown): Rendered {
  const shown = renderValue(value);
  // Its content is created when it is first read.
  if (output instanceof DataRendering && typeof value !== 'string') return shown;
  const { metadata, meta } = output;
  const content = output.content.flatMap((block) => (isTextOf(block, json) ? shown.content : [block]));
  const structuredContent = typeof value === 'string' ? value : shown.structuredContent;
  return { data: value, content, structuredContent, metadata, meta };
}

/** Checks whether a block shows nothing but data: its text, or its JSON text in any layout. */
function isTextOf(block: ContentBlock, json: unknown): boolean {
  if (block.type !== 'text') return false;
  if (typeof json === 'string' && block.text === json) return true;
  try {
    return JSON.stringify(JSON.parse(block.text)) === JSON.stringify(json);
  } catch {
    // The text is not JSON.
    return false;
  }
}

function jsonText(json: unknown): string {
  try {
    return JSON.stringify(json);
  } catch {
    // The JSON text exceeds the maximum length of a string, about half a gigabyte.
    return 'The data is too large to be shown as text.';
  }
}

// Checks the brand because the class itself imports this file.
function isToolResult(value: object): value is Rendered {
  return hasBrand(value, brands.result);
}

function isContentList(value: unknown): value is readonly ContentBlock[] {
  return Array.isArray(value) && value.length > 0 && value.every(isContentBlock);
}

function renderResponse(response: ToolResponse): Rendered {
  const { content, structuredContent, metadata, meta, error, toolName } = response;
  return {
    data: structuredContent === undefined ? contentData(content) : structuredContent,
    content,
    structuredContent: structuredContent === undefined ? undefined : toOutputJson(structuredContent),
    metadata,
    meta,
    error: error === undefined ? undefined : errorFromInfo(error, toolName === '' ? undefined : toolName),
  };
}

/** Returns content as data for programs: its text, or the blocks if some are not text. */
export function contentData(content: readonly ContentBlock[]): unknown {
  return content.every((block) => block.type === 'text') ? contentText(content) : content;
}
