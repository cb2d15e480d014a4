import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import type { DevStateValue, ScopeId } from '../../protocol.js';
import type { Store } from '../client/store.js';
import { isSameJson, readJson, writeJson } from '../model/json.js';
import { textOf, type View } from '../parts/html.js';

interface StateValueProps {
  readonly store: Store;
  readonly scope: ScopeId;
  readonly state: DevStateValue;
}

/** A value of the state, which can be replaced. The value of a secret is not known here. */
export function StateValue({ store, scope, state }: StateValueProps): View {
  const isEditing = useSignal(false);
  const text = useSignal('');
  const { key, kind, value } = state;
  const edit = (): void => {
    text.value = kind === 'json' ? writeValue(value) : '';
    isEditing.value = true;
  };
  const set = async (change: { readonly value?: unknown }): Promise<void> => {
    await store.ask('setState', { scope, key, ...change });
    isEditing.value = false;
    text.value = '';
  };
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    void set({ value: kind === 'secret' ? text.value : readValue(text.value) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') isEditing.value = false;
  };
  if (!isEditing.value) {
    return html`
      <span class="state-value"><${Shown} state=${state} />
        <button type="button" class="small" onClick=${edit}>${kind === 'missing' ? 'Set' : 'Change'} <span class="sr">${key}</span></button>
        ${
          kind !== 'missing' &&
          html`<button type="button" class="small" onClick=${() => void set({})}>Remove <span class="sr">${key}</span></button>`
        }
      </span>`;
  }
  return html`
    <form class="row state-value" onSubmit=${onSubmit} onKeyDown=${onKeyDown}>
      <input type=${kind === 'secret' ? 'password' : 'text'} class="code" autocomplete="off" aria-label=${`Value of ${key}`}
        ref=${(input: HTMLElement | null) => input?.focus()} value=${text.value}
        onInput=${(event: Event) => {
          text.value = textOf(event);
        }} />
      <button type="submit" class="small">Save</button>
      <button type="button" class="small" onClick=${() => {
        isEditing.value = false;
      }}>Cancel</button>
    </form>`;
}

function Shown({ state }: { readonly state: DevStateValue }): View {
  switch (state.kind) {
    case 'missing':
      return html`<span class="quiet">not set</span>`;
    case 'secret':
      return html`<span class="code" aria-label="secret">••••••</span>`;
    case 'object':
      return html`<span class="quiet">${String(state.value)}</span>`;
    default:
      return html`<span class="code cut">${writeJson(state.value)}</span>`;
  }
}

/** Writes a text as it is if it means itself, and other values as JSON. */
function writeValue(value: unknown): string {
  return typeof value === 'string' && isSameJson(readValue(value), value) ? value : writeJson(value);
}

/** Reads JSON. What is no JSON is a text. */
function readValue(text: string): unknown {
  const read = readJson(text);
  return 'value' in read ? read.value : text;
}
