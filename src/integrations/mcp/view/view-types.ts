/** The result of a tool, as a host passes it on. */
export interface ViewResult<Data = unknown> {
  readonly content: readonly ViewContent[];
  readonly structuredContent?: Data;
  readonly isError?: boolean;
  /** The `meta` of the result, which no model reads. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A block of content. A block of the type `text` has a `text`. */
export interface ViewContent {
  readonly type: string;
  readonly text?: string;
  readonly [name: string]: unknown;
}

/** What a host says about itself. */
export interface ViewHost {
  readonly hostInfo: { readonly name: string; readonly version: string };
  readonly hostCapabilities: Readonly<Record<string, unknown>>;
  /** The theme, the language, the size and more, as far as the host says. */
  readonly hostContext: Readonly<Record<string, unknown>>;
}

/** The functions that are called when a host reports something. */
export interface ViewListeners {
  /** Called with the arguments of the call for which the view is shown. */
  readonly onInput?: ((args: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Called with the arguments while the model writes them. */
  readonly onPartialInput?: ((args: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Called with the result of the call for which the view is shown, and with later ones. */
  readonly onResult?: ((result: ViewResult) => void) | undefined;
  /** Called when the call for which the view is shown was cancelled. */
  readonly onCancelled?: ((reason: string | undefined) => void) | undefined;
  /** Called with what has changed of `host.hostContext`. */
  readonly onContext?: ((changed: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Called before the host removes the view. */
  readonly onClose?: (() => void) | undefined;
}

/** The connection of a page to its host. */
export interface View {
  readonly host: ViewHost;
  /**
   * What `setState` has set for this view. It outlives the page where the host lets the page store data, for a call whose
   * result has a `viewUUID` in its `meta`.
   */
  readonly state: unknown;
  /** Keeps JSON for this view. */
  setState(state: unknown): void;
  /** Calls a tool of the server that the page is from. Rejects if the host or the server refuses the call. */
  callTool(name: string, args?: Readonly<Record<string, unknown>>): Promise<ViewResult>;
  /** Sets what the model reads before its next answer. The last text replaces those before. */
  updateModelContext(text: string): Promise<unknown>;
  /** Sends any other request of the protocol to the host, such as `ui/open-link`. */
  request(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
}
