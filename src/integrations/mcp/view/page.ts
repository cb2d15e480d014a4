// The package is compiled without the types of pages, which its other modules must not use.

/** An element of a page. */
export interface PageElement {
  textContent: string | null;
  className: string;
  value: string;
  disabled: boolean;
  readonly dataset: Record<string, string>;
  replaceChildren(...elements: readonly PageElement[]): void;
  addEventListener(type: 'click', listener: () => void): void;
  getBoundingClientRect(): { readonly width: number; readonly height: number };
}

/** A message from another frame. */
export interface PageMessage {
  readonly source: unknown;
  readonly data: unknown;
}

interface PageGlobals {
  readonly parent: { postMessage(message: object, origin: string): void };
  readonly document: {
    readonly title: string;
    readonly documentElement: PageElement;
    readonly body: PageElement;
    getElementById(id: string): PageElement | null;
    createElement(name: string): PageElement;
  };
  readonly localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  readonly ResizeObserver: new (listener: () => void) => { observe(element: PageElement): void };
  addEventListener(type: 'message', listener: (message: PageMessage) => void): void;
}

/** What the script of a page finds in its window. */
export const page = globalThis as unknown as PageGlobals;
