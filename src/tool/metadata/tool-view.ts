import { brandClass, brands, hasBrand } from '../../base/values/brand.js';

/** The media type of the pages of MCP Apps. */
export const viewMimeType = 'text/html;profile=mcp-app';

/** What a view consists of. */
interface ViewParts {
  readonly uri: string;
  readonly html: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly decides: boolean;
}

/** An HTML page that a host shows for a tool (MCP Apps). `view()` of `toolwright/mcp` creates one. */
export class ToolView {
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

  /** The URI of the page. It contains the hash of the page, so that hosts may keep the page. */
  get uri(): string {
    return this.#parts.uri;
  }

  /** The text of the page. */
  get html(): string {
    return this.#parts.html;
  }

  /** The `_meta` of the page: what it may load, and what it may use. */
  get meta(): Readonly<Record<string, unknown>> {
    return this.#parts.meta;
  }

  /** Whether the page decides on calls that need approval. */
  get decides(): boolean {
    return this.#parts.decides;
  }
}

brandClass(ToolView, brands.view);
