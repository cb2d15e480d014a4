import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { cut, entriesOf, summaryOf } from '../model/tree.js';
import type { View } from './html.js';

const pageSize = 100;
const textLength = 500;
const fullTextLength = 100_000;

interface NodeProps {
  readonly name?: string;
  readonly value: unknown;
  readonly isOpen?: boolean;
}

/** A value as a tree whose branches are rendered when they are opened. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }): View {
  return html`<ul class="tree code" aria-label=${label}><${TreeNode} value=${value} isOpen=${true} /></ul>`;
}

function TreeNode({ name, value, isOpen = false }: NodeProps): View {
  const entries = entriesOf(value);
  if (entries === undefined || entries.length === 0) {
    return html`<li>${name !== undefined && html`<span class="key">${name}: </span>`}<${Leaf} value=${value} /></li>`;
  }
  return html`<${Branch} name=${name} value=${value} isOpen=${isOpen} />`;
}

function Branch({ name, value, isOpen = false }: NodeProps): View {
  const [open, setOpen] = useState(isOpen);
  const [shown, setShown] = useState(pageSize);
  const entries = open ? (entriesOf(value) ?? []) : [];
  const omitted = entries.length - shown;
  return html`
    <li>
      <button type="button" class="branch" aria-expanded=${open} onClick=${() => setOpen(!open)}>
        ${name !== undefined && html`<span class="key">${name}: </span>`}<span class="quiet">${summaryOf(value)}</span>
      </button>
      ${
        open &&
        html`
        <ul>
          ${entries.slice(0, shown).map(([key, child]) => html`<${TreeNode} key=${key} name=${key} value=${child} />`)}
          ${
            omitted > 0 &&
            html`<li><button type="button" onClick=${() => setShown(shown + pageSize * 5)}>Show more of ${omitted}</button></li>`
          }
        </ul>`
      }
    </li>`;
}

function Leaf({ value }: { readonly value: unknown }): View {
  if (typeof value === 'string') return html`<span class="string"><${LongText} text=${value} quotes=${true} /></span>`;
  const text = entriesOf(value) === undefined ? String(value) : Array.isArray(value) ? '[]' : '{}';
  return html`<span class="literal">${text}</span>`;
}

interface LongTextProps {
  readonly text: string;
  readonly quotes?: boolean;
  readonly length?: number;
}

/** A text that is cut if it is long. A button shows the rest. */
export function LongText({ text, quotes = false, length = textLength }: LongTextProps): View {
  const [isFull, setFull] = useState(false);
  const part = cut(text, isFull ? fullTextLength : length);
  const shown = quotes ? JSON.stringify(part.text) : part.text;
  if (part.omitted === 0) return html`${shown}`;
  return html`${shown}<span class="quiet">… ${part.omitted.toLocaleString('en-US')} more characters</span>${
    !isFull && html` <button type="button" onClick=${() => setFull(true)}>Show more</button>`
  }`;
}
