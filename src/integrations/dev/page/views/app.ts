import { useSignal, useSignalEffect } from '@preact/signals';
import { html } from 'htm/preact';
import { useRef } from 'preact/hooks';
import type { Store, ViewName } from '../client/store.js';
import { formatCountOf } from '../model/format.js';
import { Boundary } from '../parts/boundary.js';
import { textOf, type View } from '../parts/html.js';
import { Tabs } from '../parts/tabs.js';
import { CallView } from './call-view.js';
import { ChecksView } from './checks-view.js';
import { HistoryView } from './history-view.js';
import { ModelsView } from './models-view.js';
import { SessionsView } from './sessions-view.js';
import { ToolList } from './tool-list.js';

/** What the page shows to someone who has opened it without a token. */
export function NoToken(): View {
  return html`
    <main class="alone">
      <h1>toolwright dev</h1>
      <p>Open the address that the command has printed. It contains a token.</p>
    </main>`;
}

const views: readonly { readonly id: ViewName; readonly label: string }[] = [
  { id: 'call', label: 'Call' },
  { id: 'models', label: 'What a model sees' },
  { id: 'checks', label: 'Checks' },
  { id: 'history', label: 'What happened' },
  { id: 'sessions', label: 'Groups and sessions' },
];

/** The page. */
export function App({ store }: { readonly store: Store }): View {
  const isListOpen = useSignal(false);
  const main = useRef<HTMLElement>(null);
  const view = store.view.value;
  useSignalEffect(() => {
    void store.revision.value;
    void store.selectedTool.value;
    void store.scopeId.value;
    void store.loadTool();
  });
  if (store.connection.value === 'denied') return html`<${NoToken} />`;
  const onChoose = (): void => {
    if (!isListOpen.value) return;
    isListOpen.value = false;
    main.current?.focus();
  };
  const onToggle = (): void => {
    isListOpen.value = !isListOpen.value;
  };
  return html`
    <${Header} store=${store} isListOpen=${isListOpen.value} onToggle=${onToggle} />
    <${Notices} store=${store} />
    <div class=${isListOpen.value ? 'layout list-open' : 'layout'}>
      <nav class="tools" id="tools" aria-label="Tools"><${ToolList} store=${store} onChoose=${onChoose} /></nav>
      <main ref=${main} tabindex="-1">
        <${Tabs} label="Views" prefix="view" tabs=${views} selected=${view}
          onSelect=${(id: ViewName) => {
            store.view.value = id;
          }}>
          <${Boundary} key=${view === 'call' ? `call ${store.selectedTool.value}` : view}>
            ${view === 'call' && html`<${CallView} store=${store} />`}
            ${view === 'models' && html`<${ModelsView} store=${store} />`}
            ${view === 'checks' && html`<${ChecksView} store=${store} />`}
            ${view === 'history' && html`<${HistoryView} store=${store} />`}
            ${view === 'sessions' && html`<${SessionsView} store=${store} />`}
          <//>
        <//>
      </main>
    </div>
    <p class="sr" role="status">${store.announcement.value}</p>`;
}

interface HeaderProps {
  readonly store: Store;
  readonly isListOpen: boolean;
  readonly onToggle: () => void;
}

function Header({ store, isListOpen, onToggle }: HeaderProps): View {
  const toolkit = store.scopes.value.get('toolkit');
  const title = [toolkit?.title ?? 'toolwright dev', toolkit?.version].filter(Boolean).join(' ');
  return html`
    <header>
      <button type="button" class="list-toggle" aria-expanded=${isListOpen} aria-controls="tools" onClick=${onToggle}>Tools</button>
      <h1>${title}</h1>
      <${ProcessBadge} store=${store} />
      <label class="scope">Calls in
        <select value=${store.scopeId.value}
          onChange=${(event: Event) => {
            store.scopeId.value = textOf(event);
          }}>
          ${[...(store.scopes.value.size === 0 ? ['toolkit'] : store.scopes.value.keys())].map(
            (id) => html`<option key=${id} value=${id}>${id === 'toolkit' ? 'the toolkit' : `session ${id}`}</option>`,
          )}
        </select>
      </label>
    </header>`;
}

function ProcessBadge({ store }: { readonly store: Store }): View {
  const isConnected = store.connection.value === 'open';
  const state = isConnected ? store.process.value.type : 'offline';
  const text = { ready: 'Ready', starting: 'Starting…', stopped: 'Stopped', offline: 'Not connected' }[state];
  return html`<span class=${`badge ${state}`} role="status">${text}</span>`;
}

/** What prevents the page from working, and what waits for its user. */
function Notices({ store }: { readonly store: Store }): View {
  const process = store.process.value;
  const waiting = store.history.waiting.size;
  const warnings = store.scopes.value.get('toolkit')?.warnings ?? [];
  const showHistory = (): void => {
    store.view.value = 'history';
  };
  return html`
    <section class="notices" aria-label="Notices">
      ${
        store.connection.value === 'lost' &&
        html`<p class="notice bad" role="alert">The command cannot be reached. Trying again…</p>`
      }
      ${
        process.type === 'stopped' &&
        html`<p class="notice bad" role="alert">The process of the tools has stopped: <span class="lines">${process.reason}</span></p>`
      }
      ${
        store.failure.value !== '' &&
        html`
        <p class="notice bad" role="alert">${store.failure.value}
          <button type="button" class="small" onClick=${() => {
            store.failure.value = '';
          }}>Dismiss</button>
        </p>`
      }
      ${
        waiting > 0 &&
        store.view.value !== 'history' &&
        html`
        <p class="notice">${formatCountOf(waiting, 'call')} ${waiting === 1 ? 'waits' : 'wait'} for approval.
          <button type="button" class="small" onClick=${showHistory}>Show</button>
        </p>`
      }
      ${
        warnings.length > 0 &&
        html`
        <details class="notice">
          <summary>${formatCountOf(warnings.length, 'warning')}</summary>
          <ul>${warnings.map((warning, index) => html`<li key=${index}>${warning}</li>`)}</ul>
        </details>`
      }
    </section>`;
}
