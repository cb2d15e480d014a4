import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { isSameJson, readJson, writeJson } from '../model/json.js';
import { textOf, type View } from './html.js';

/** How a value is written, and read from what a user has written. */
export interface TextForm {
  write(value: unknown): string;
  read(text: string): { readonly value: unknown } | { readonly error: string };
}

/** The text of an input for a value: what the user has written, as long as it means the value. */
export interface BoundText {
  readonly text: string;
  readonly error: string | undefined;
  readonly onInput: (event: Event) => void;
}

/**
 * Binds the text of an input to a value. What a user writes stays as it is while it has the meaning of the value, such as
 * `1.` for 1, and also while it has none. Another value from outside replaces it.
 */
export function useText(value: unknown, form: TextForm, onChange: (value: unknown) => void): BoundText {
  const [written, setWritten] = useState<{ readonly text: string; readonly value: unknown } | undefined>(undefined);
  const isCurrent = written !== undefined && isSameJson(written.value, value);
  const text = isCurrent ? written.text : form.write(value);
  const read = isCurrent ? form.read(written.text) : undefined;
  return {
    text,
    error: read !== undefined && 'error' in read ? read.error : undefined,
    onInput: (event) => {
      const next = textOf(event);
      const meaning = form.read(next);
      const isValue = 'value' in meaning;
      setWritten({ text: next, value: isValue ? meaning.value : value });
      if (isValue) onChange(meaning.value);
    },
  };
}

/** Values as indented JSON. An empty text is no value. */
const jsonText: TextForm = {
  write: (value) => writeJson(value, 2),
  read: (text) => (text.trim() === '' ? { value: undefined } : readJson(text)),
};

/** Numbers. Other texts stay texts, about which the validator has a message. */
export const numberText: TextForm = {
  write: (value) => (value === undefined || value === null ? '' : typeof value === 'string' ? value : writeJson(value)),
  read: (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return { value: undefined };
    const number = Number(trimmed);
    return { value: Number.isFinite(number) ? number : text };
  },
};

interface JsonInputProps {
  readonly id: string;
  readonly label?: string;
  readonly describedBy?: string;
  readonly rows?: number;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** JSON that a larger text than this would make slow to edit. */
const maxEditableLength = 200_000;

/** A text area with JSON. Its own message says what is no JSON. */
export function JsonInput({ id, label, describedBy = '', rows = 4, value, onChange }: JsonInputProps): View {
  const { text, error, onInput } = useText(value, jsonText, onChange);
  if (text.length > maxEditableLength) return html`<p class="note" id=${id}>Too large to edit as JSON.</p>`;
  const errorId = `${id}-json`;
  return html`
    <textarea id=${id} class="code" spellcheck=${false} rows=${rows} aria-label=${label} value=${text}
      aria-invalid=${error !== undefined} aria-describedby=${`${describedBy} ${errorId}`.trim()} onInput=${onInput}></textarea>
    <p class="issue" id=${errorId}>${error}</p>`;
}
