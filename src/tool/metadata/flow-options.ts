/** Whether a value may decide what a consequential tool does. What others have written is untrusted. */
export type Trust = 'trusted' | 'untrusted';

/**
 * Who may read a value: anyone, or only those in a list, such as addresses, which are compared without regard to upper and
 * lower case. With an empty list only the user may.
 */
export type Readers = 'anyone' | readonly string[];

/** What is known of data: whether it may decide what a consequential tool does, and who may read it. */
export interface FlowLabel {
  readonly trust: Trust;
  readonly readers: Readers;
}

/**
 * Whether results are trusted, or a function of the arguments and the result that decides it. (Declared as a method, so
 * that it may declare the specific types.)
 */
export type TrustRule =
  | Trust
  | {
      /** Decides whether a result is trusted. */
      // biome-ignore lint/suspicious/noExplicitAny: only the author can declare the types.
      decide(args: any, result: any): Trust;
    }['decide'];

/**
 * Who may read results, or a function of the arguments and the result that returns it. (Declared as a method, so that it may
 * declare the specific types.)
 */
export type ReadersRule =
  | Readers
  | {
      /** Returns who may read a result. */
      // biome-ignore lint/suspicious/noExplicitAny: only the author can declare the types.
      decide(args: any, result: any): Readers;
    }['decide'];

/** What is known of a field of a result, and of all that is below it. */
export interface FieldFlow {
  /** Whether the field is trusted, such as an ID that the tool's own store has issued. @default that of the result */
  readonly trust?: Trust | undefined;
  /** Who may read the field. @default those of the result */
  readonly readers?: Readers | undefined;
  /** The kind of the values, such as `'file'`: only arguments of this kind accept them. @default no kind */
  readonly kind?: string | undefined;
  /**
   * The pattern of IDs that are no sentence in any language, such as `'^INV-\\d+$'`. Where a result is kept as a handle, the
   * model sees the values that match. One of more than 64 characters, or with spaces, never does.
   *
   * @default of texts, it sees dates, UUIDs, members of an enum, and what is trusted, unless that could be a sentence that
   * others have chosen
   */
  readonly idPattern?: string | undefined;
  /**
   * Whether the number of elements of a list is trusted, so that a program may read it and still decides by itself. Of a whole
   * result, the number of chunks is too.
   *
   * @default that of the field
   */
  readonly length?: Trust | undefined;
}

/** What is known of an argument, and of all that is below it. */
export interface ParamFlow {
  /**
   * Whether the argument decides what a call does, such as a recipient, and therefore has to be trusted.
   *
   * @default true for the formats email, uri and uuid, for names whose last word is `id` or `ids`, and for parameters that
   * are bound to a state. Of a tool that changes nothing, for addresses of pages only
   */
  readonly decides?: boolean | undefined;
  /**
   * The kind of the values, such as `'file'`: the argument accepts those of fields of this kind, and those that the user has
   * written. IDs and numbers of fewer than six characters are accepted with a kind only, and from fields only.
   *
   * @default no kind
   */
  readonly kind?: string | undefined;
  /** The name of the argument that names who receives this one. Private data goes only to its readers. @default none */
  readonly readers?: string | undefined;
}

/** What a class says of the data in its properties, by JSON Pointer, in which the step `*` is any key or index. */
export type ClassFlow = Readonly<Record<string, FieldFlow & Pick<ParamFlow, 'decides'>>>;

/** What is known of the data that goes through a tool. */
export interface ToolFlow {
  /**
   * Whether results are trusted. Fields may say otherwise. A tool that reads what others have written, such as mails or pages,
   * has to declare `'untrusted'`.
   *
   * @default those of an imported tool are not, and those of any other are as trusted as what the call was given and has read
   */
  readonly trust?: TrustRule | undefined;
  /** Who may read results. Fields may say otherwise. @default those who may read what the call was given and has read */
  readonly readers?: ReadersRule | undefined;
  /** The fields of results, by JSON Pointer, in which the step `*` is any key or index, as in `/mails/*`. @default none */
  readonly fields?: Readonly<Record<string, FieldFlow>> | undefined;
  /**
   * What a model sees of results. `'handle'`: their numbers, dates and IDs, and a handle in the place of each text, such as
   * `@c7/0/from`, which it may pass to tools without reading it. Agents are models, and programs are not.
   *
   * @default 'value'
   */
  readonly show?: 'value' | 'handle' | undefined;
}
