import { effect, type Signal } from '@preact/signals';
import type { DevTool } from '../../protocol.js';
import { acceptsShape } from '../model/accepts-shape.js';
import { initialValue } from '../model/initial-value.js';
import { isSameJson, readJson, writeJson } from '../model/json.js';
import { withoutSecrets } from '../model/without-secrets.js';

type DraftedTool = Pick<DevTool, 'name' | 'inputSchema'>;

/** The longest draft that is stored, in characters. Files are longer, and the storage of a tab is small. */
const maxLength = 100_000;

/**
 * Returns the arguments that the tab has stored for a tool, or else those with which its form begins. Forgets arguments whose
 * shape the schema no longer accepts.
 */
export function readDraft(tool: DraftedTool): unknown {
  const { inputSchema } = tool;
  const read = readJson(sessionStorage.getItem(keyOf(tool)) ?? '');
  if ('value' in read && acceptsShape(inputSchema, read.value)) return read.value;
  sessionStorage.removeItem(keyOf(tool));
  return firstDraft(tool);
}

/** Stores the arguments of a draft in the tab now and whenever it changes, without secrets. Returns a function that ends this. */
export function storeDraft(tool: DraftedTool, input: Signal<unknown>): () => void {
  const first = firstDraft(tool);
  return effect(() => {
    const { value } = input;
    const text = isSameJson(value, first) ? '' : writeJson(withoutSecrets(tool.inputSchema, value));
    try {
      if (text === '' || text.length > maxLength) sessionStorage.removeItem(keyOf(tool));
      else sessionStorage.setItem(keyOf(tool), text);
    } catch {
      // The storage is full. Only a reload would need the draft.
    }
  });
}

function firstDraft({ inputSchema }: DraftedTool): unknown {
  return initialValue(inputSchema, inputSchema) ?? {};
}

function keyOf({ name }: DraftedTool): string {
  return `toolwright dev draft ${name}`;
}
