import { html } from 'htm/preact';
import type { Store } from '../client/store.js';
import { formatTime } from '../model/format.js';
import { type CallRecord, isOpen } from '../model/history.js';
import { waterfallOf } from '../model/waterfall.js';
import type { View } from '../parts/html.js';
import { JsonTree } from '../parts/json-tree.js';
import { CallResult } from './call-result.js';
import { CopyActions } from './copy-actions.js';
import { FlowDetails } from './flow-view.js';
import { WaterfallView } from './waterfall-view.js';

interface CallDetailsProps {
  readonly store: Store;
  readonly call: CallRecord;
}

/** Everything that is known of a call. */
export function CallDetails({ store, call }: CallDetailsProps): View {
  const { callId, toolName, scope, input, repairedInput, isInputCut = false, startedAt } = call;
  const { calls } = store.history;
  const waterfall = waterfallOf(callId, { calls, children: store.history.children(), now: Date.now() });
  const select = (id: string): void => {
    store.selectedCall.value = id;
  };
  return html`
    <h2><span class="code">${toolName}</span></h2>
    <p class="quiet">${formatTime(startedAt)} in ${scope === 'toolkit' ? 'the toolkit' : `session ${scope}`}, call <span class="code">${callId}</span></p>
    <div class="actions row">
      <button type="button" disabled=${isInputCut} onClick=${() => store.fillForm(toolName, repairedInput ?? input)}>Replay with changes</button>
      ${isOpen(call) && html`<button type="button" onClick=${() => void store.ask('cancel', { callId })}>Cancel</button>`}
    </div>
    ${isInputCut && html`<p class="note">The arguments are too long to be shown whole, and cannot be used again.</p>`}
    ${!isInputCut && html`<${CopyActions} key=${`copy-${callId}`} call=${call} />`}
    <${WaterfallView} waterfall=${waterfall} selected=${callId} onSelect=${select} />
    <h3>Arguments${repairedInput === undefined ? '' : ' as sent'}</h3>
    <${JsonTree} key=${callId} value=${input} label="Arguments" />
    ${repairedInput !== undefined && html`<h3>Arguments as run</h3><${JsonTree} value=${repairedInput} label="Arguments as run" />`}
    <${FlowDetails} store=${store} call=${call} />
    <${CallResult} key=${`result-${callId}`} call=${call} />`;
}
