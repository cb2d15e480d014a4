import type { ToolSpec } from '../../../index.js';
import { toListedTool } from '../server/listed-tool.js';
import { JsonText } from './results.js';

/** One list of tools and its text. */
interface ListText {
  readonly specs: readonly ToolSpec[];
  readonly text: JsonText;
}

// Clients of one server usually see few different lists: one for each role.
const maxLists = 16;

/** The JSON texts of lists of tools. A list that was sent before is not converted again. */
export class ToolTexts {
  readonly #tools = new WeakMap<ToolSpec, string>();
  readonly #lists: ListText[] = [];

  /** Returns the text of a list. */
  of(specs: readonly ToolSpec[]): JsonText {
    const known = this.#lists.find((list) => isSame(list.specs, specs));
    if (known !== undefined) return known.text;
    const text = new JsonText(`[${specs.map((spec) => this.#textOf(spec)).join(',')}]`);
    this.#lists.unshift({ specs, text });
    this.#lists.length = Math.min(this.#lists.length, maxLists);
    return text;
  }

  #textOf(spec: ToolSpec): string {
    const known = this.#tools.get(spec);
    if (known !== undefined) return known;
    const text = JSON.stringify(toListedTool(spec, 'anything'));
    this.#tools.set(spec, text);
    return text;
  }
}

function isSame(left: readonly ToolSpec[], right: readonly ToolSpec[]): boolean {
  return left.length === right.length && left.every((spec, index) => spec === right[index]);
}
