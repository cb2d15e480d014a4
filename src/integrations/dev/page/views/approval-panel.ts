import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import type { Store } from '../client/store.js';
import type { Approval } from '../model/history.js';
import { isSameJson } from '../model/json.js';
import { Lock } from '../parts/controls.js';
import { textOf, type View } from '../parts/html.js';
import { JsonTree } from '../parts/json-tree.js';
import { JsonInput } from '../parts/text-input.js';
import { Concerns } from './flow-view.js';

interface ApprovalPanelProps {
  readonly store: Store;
  readonly approval: Approval;
}

/** A call that waits for approval, with what a user can decide. */
export function ApprovalPanel({ store, approval }: ApprovalPanelProps): View {
  const { id, toolName, scope, hidden, truncated = false, concerns = [] } = approval;
  const input = useSignal(approval.input);
  const reason = useSignal('');
  const remember = useSignal(false);
  const isEdited = !isSameJson(input.value, approval.input);
  const approve = (): void => {
    const edited = isEdited ? { input: input.value } : {};
    void store.ask('decide', { id, decision: 'approve', ...edited, ...(remember.value ? { remember: true } : {}) });
  };
  const deny = (): void => {
    const text = reason.value.trim();
    void store.ask('decide', { id, decision: 'deny', ...(text === '' ? {} : { reason: text }) });
  };
  return html`
    <section class="approval" aria-label=${`Approval of ${toolName}`}>
      <h3><span class="code">${toolName}</span> waits for approval${scope === 'toolkit' ? '' : ` in session ${scope}`}</h3>
      ${
        hidden.length > 0 &&
        html`<p><${Lock} label="hidden" /> also receives ${hidden.map((key) => html`<span key=${key} class="code">${key}</span> `)}</p>`
      }
      <${Concerns} concerns=${concerns} />
      ${
        truncated
          ? html`<p class="note">The arguments are too long to be shown whole, and cannot be edited.</p>
            <${JsonTree} value=${approval.input} label="Arguments" />`
          : html`<label for=${`approval-${id}`}>Arguments${isEdited ? ' (edited)' : ''}</label>
            <${JsonInput} id=${`approval-${id}`} value=${input.value}
              onChange=${(value: unknown) => {
                input.value = value;
              }} />`
      }
      <div class="row">
        <button type="button" class="primary" onClick=${approve}>Approve</button>
        <label><input type="checkbox" checked=${remember.value} onChange=${() => {
          remember.value = !remember.value;
        }} /> Remember for these arguments</label>
      </div>
      <div class="row">
        <button type="button" onClick=${deny}>Deny</button>
        <input type="text" aria-label="Reason of the denial" placeholder="Reason, for the model" value=${reason.value}
          onInput=${(event: Event) => {
            reason.value = textOf(event);
          }} />
      </div>
    </section>`;
}
