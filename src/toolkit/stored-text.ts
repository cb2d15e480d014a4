/** Where tools keep texts outside of the state, such as a memory. */
export interface TextOwner {
  /** Returns what `saveLabels` has kept. Undefined if it has kept nothing. @default labels are kept as long as the process */
  loadLabels?(): Promise<string | undefined>;
  /** Keeps what is known of who has written the texts. */
  saveLabels?(labels: string): Promise<void>;
}

/** A text that a tool reads or writes outside of the state. */
export interface StoredText {
  readonly owner: TextOwner;
  /** The name of the text in its owner. */
  readonly name: string;
  /** The text. Undefined if only its name is read. */
  readonly text: string | undefined;
}
