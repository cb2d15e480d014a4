import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import type { DevArgument, DevConcern, DevExplanation } from '../../protocol.js';
import type { Store } from '../client/store.js';
import { formatCountOf } from '../model/format.js';
import { type CallRecord, isOpen } from '../model/history.js';
import type { View } from '../parts/html.js';

interface CallProps {
  readonly store: Store;
  readonly call: CallRecord;
}

const problems: Readonly<Record<DevConcern['kind'], string>> = {
  untrusted: 'decides what the call does, and comes from',
  unread: 'goes to somebody who may not read it, and comes from',
  undecided: 'No argument decides what the call does, and its caller has read what others have written.',
};

/** Whether the result of a call is trusted, and what was decided about the call. Nothing without the option `flow`. */
export function FlowBadge({ call: { flow } }: { readonly call: CallRecord }): View {
  if (flow === undefined) return null;
  const decision = flow.decision === 'none' ? '' : `, ${flow.decision}`;
  return html`<span class=${`status ${flow.trust}`}>${flow.trust}${decision}</span>`;
}

/** What is against a call. */
export function Concerns({ concerns }: { readonly concerns: readonly DevConcern[] }): View {
  if (concerns.length === 0) return null;
  return html`
    <ul class="concerns" aria-label="Concerns">
      ${concerns.map(
        ({ kind, argument, origin, text }, index) => html`
          <li key=${index} class="notice">
            ${
              argument === undefined
                ? problems[kind]
                : html`<bdi class="code">${argument}</bdi> ${problems[kind]} <bdi>${origin}</bdi>: <bdi class="code">${text}</bdi>`
            }
          </li>`,
      )}
    </ul>`;
}

/** What is known of the data of a call, and where its arguments come from. */
export function FlowDetails({ store, call }: CallProps): View {
  const { flow } = call;
  if (flow === undefined) return null;
  const { readers } = flow;
  return html`
    <h3>Flow</h3>
    <p class="row">
      <${FlowBadge} call=${call} />
      ${readers !== 'anyone' && html`<span>only for ${readers.length === 0 ? 'the user' : readers.join(', ')}</span>`}
    </p>
    <${Concerns} concerns=${flow.concerns} />
    ${call.scope !== 'toolkit' && !isOpen(call) && html`<${Origins} key=${call.callId} store=${store} call=${call} />`}`;
}

/** Says on request where the arguments of a call come from. The session knows its latest calls. */
function Origins({ store, call: { scope, callId } }: CallProps): View {
  const explanation = useSignal<DevExplanation | null | undefined>(undefined);
  const explain = async (): Promise<void> => {
    explanation.value = await store.ask('explain', { scope, callId });
  };
  const { value } = explanation;
  if (value === undefined) return html`<p><button type="button" class="small" onClick=${explain}>Explain</button></p>`;
  if (value === null) return html`<p class="note">The session has forgotten the call.</p>`;
  const select = (id: string): void => {
    store.selectedCall.value = id;
  };
  return html`
    <table class="origins" aria-label="Origins of the arguments">
      <thead><tr><th scope="col">Argument</th><th scope="col">Value</th><th scope="col">Origin</th><th scope="col">Trust</th></tr></thead>
      <tbody>
        ${value.arguments.map(
          ({ argument, text, origin, trust, callId: source }: DevArgument, index) => html`
            <tr key=${index}>
              <td><bdi class="code">${argument}</bdi></td>
              <td><bdi class="code">${text}</bdi></td>
              <td>${
                source !== undefined && store.history.calls.has(source)
                  ? html`<button type="button" class="plain" onClick=${() => select(source)}>${origin}</button>`
                  : html`<bdi>${origin}</bdi>`
              }</td>
              <td>${trust}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${value.arguments.length === 0 && html`<p class="note">The call has no arguments.</p>`}
    ${value.omitted > 0 && html`<p class="note">${formatCountOf(value.omitted, 'more argument')}</p>`}`;
}
