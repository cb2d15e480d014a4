import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import type { Store } from '../client/store.js';
import { findCalls } from '../model/call-filter.js';
import { formatCountOf, formatDuration, formatTime } from '../model/format.js';
import type { CallRecord, CallStatus } from '../model/history.js';
import { Boundary } from '../parts/boundary.js';
import { classes, textOf, type View } from '../parts/html.js';
import { Windowed } from '../parts/windowed.js';
import { ApprovalPanel } from './approval-panel.js';
import { CallDetails } from './call-details.js';
import { StatusBadge } from './call-result.js';
import { FlowBadge } from './flow-view.js';

const rowHeight = 32;

const statuses: readonly CallStatus[] = [
  ...(['running', 'waiting', 'completed', 'failed'] as const),
  ...(['denied', 'interrupted', 'pending', 'suspended'] as const),
];

/** All calls of the process as they happen, those that wait for approval, and the details of one. */
export function HistoryView({ store }: { readonly store: Store }): View {
  const text = useSignal('');
  const status = useSignal<CallStatus | ''>('');
  const { calls, waiting } = store.history;
  const found = findCalls(calls.values(), { text: text.value, status: status.value });
  const selected = calls.get(store.selectedCall.value ?? '');
  const setStatus = (event: Event): void => {
    status.value = statuses.find((name) => name === textOf(event)) ?? '';
  };
  const render = (index: number): View => {
    const call = found[index];
    return call === undefined ? null : html`<${CallRow} store=${store} call=${call} />`;
  };
  return html`
    <h2 class="sr">What happened</h2>
    ${[...waiting.values()].slice(0, 20).map((approval) => html`<${ApprovalPanel} key=${approval.id} store=${store} approval=${approval} />`)}
    <div class="row">
      <input type="search" aria-label="Filter calls" placeholder="Filter calls" value=${text.value}
        onInput=${(event: Event) => {
          text.value = textOf(event);
        }} />
      <label>State
        <select value=${status.value} onChange=${setStatus}>
          <option value="">all</option>
          ${statuses.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
        </select>
      </label>
      <span class="quiet">${formatCountOf(found.length, 'call')}</span>
    </div>
    <div class="columns history">
      <section aria-label="Calls">
        ${
          found.length === 0
            ? html`<p class="empty">No calls.</p>`
            : html`<${Windowed} label="Calls, the newest first" count=${found.length} rowHeight=${rowHeight} render=${render} />`
        }
      </section>
      <section aria-label="Details of the call">
        ${selected === undefined ? html`<p class="empty">Choose a call.</p>` : html`<${Boundary} key=${selected.callId}><${CallDetails} store=${store} call=${selected} /><//>`}
      </section>
    </div>`;
}

function CallRow({ store, call }: { readonly store: Store; readonly call: CallRecord }): View {
  const { callId, toolName, scope, startedAt, durationMs, parentCallId } = call;
  const isSelected = store.selectedCall.value === callId;
  const select = (): void => {
    store.selectedCall.value = callId;
  };
  return html`
    <button type="button" class=${classes('call-row', parentCallId !== undefined && 'nested')}
      aria-current=${isSelected ? 'true' : undefined} onClick=${select}>
      <time class="quiet">${formatTime(startedAt)}</time>
      <span class="name code">${toolName}</span>
      ${scope !== 'toolkit' && html`<span class="quiet">${scope}</span>`}
      <${StatusBadge} call=${call} />
      <${FlowBadge} call=${call} />
      <span class="quiet duration">${durationMs === undefined ? '' : formatDuration(durationMs)}</span>
    </button>`;
}
