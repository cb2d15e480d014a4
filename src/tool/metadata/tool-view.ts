import { brandClass, brands, hasBrand } from '../../base/values/brand.js';

/** What a view consists of. */
export interface ViewParts {
  /** The URI of the page. It contains the hash of the page, so that hosts may keep the page. */
  readonly uri: string;
  /** The text of the page. */
  readonly html: string;
  /** The `_meta` of the page: what it may load, and what it may use. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Whether the page decides on calls that need approval. */
  readonly decides: boolean;
}

/** An HTML page that a host shows for a tool (MCP Apps). `view()` of `toolwright/mcp` creates one. */
export class ToolView implements ViewParts {
  readonly #parts: ViewParts;

  /** @internal */
  constructor(parts: ViewParts) {
    this.#parts = parts;
    Object.freeze(this);
  }

  /** Whether a value is a view, also one of another copy of the package. */
  static is(value: unknown): value is ToolView {
    return hasBrand(value, brands.view);
  }

  get uri(): string {
    return this.#parts.uri;
  }

  get html(): string {
    return this.#parts.html;
  }

  get meta(): Readonly<Record<string, unknown>> {
    return this.#parts.meta;
  }

  get decides(): boolean {
    return this.#parts.decides;
  }
}

brandClass(ToolView, brands.view);
