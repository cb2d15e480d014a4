import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import type { DevScope } from '../../protocol.js';
import type { Store } from '../client/store.js';
import { elementId } from '../model/element-id.js';
import { formatCount, formatCountOf } from '../model/format.js';
import { Switch, Tokens } from '../parts/controls.js';
import { textOf, type View } from '../parts/html.js';
import { JsonInput } from '../parts/text-input.js';
import { StateValue } from './state-value.js';

/** The toolkit and its sessions, side by side. */
export function SessionsView({ store }: { readonly store: Store }): View {
  return html`
    <h2 class="sr">Groups and sessions</h2>
    <${NewSession} store=${store} />
    <div class="cards">
      ${[...store.scopes.value.values()].map((scope) => html`<${ScopeCard} key=${scope.scope} store=${store} scope=${scope} />`)}
    </div>`;
}

function NewSession({ store }: { readonly store: Store }): View {
  const id = useSignal('');
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const name = id.value.trim();
    const created = await store.ask('createSession', name === '' ? {} : { id: name });
    if (created === undefined) return;
    id.value = '';
    store.refresh();
  };
  return html`
    <form class="row" onSubmit=${onSubmit}>
      <label>Name of the session
        <input type="text" placeholder="optional" value=${id.value} onInput=${(event: Event) => {
          id.value = textOf(event);
        }} />
      </label>
      <button type="submit">Create session</button>
    </form>`;
}

interface ScopeCardProps {
  readonly store: Store;
  readonly scope: DevScope;
}

function ScopeCard({ store, scope }: ScopeCardProps): View {
  const { scope: id, tools, tokens } = scope;
  const label = id === 'toolkit' ? 'Toolkit' : `Session ${id}`;
  const active = tools.filter((tool) => tool.active).length;
  const close = async (): Promise<void> => {
    await store.ask('closeSession', { id });
    store.refresh();
  };
  const choose = (): void => {
    store.scopeId.value = id;
  };
  return html`
    <section class="card" aria-label=${label}>
      <h3>${label}</h3>
      <p class="row">
        <label><input type="radio" name="scope" checked=${store.scopeId.value === id} onChange=${choose} /> Calls are made here</label>
        ${id !== 'toolkit' && html`<button type="button" class="small" onClick=${close}>Close <span class="sr">${label}</span></button>`}
      </p>
      <p>${formatCountOf(active, 'active tool')} of ${formatCount(tools.length)} <${Tokens} count=${tokens} /></p>
      <h4>Groups</h4>
      <${Groups} store=${store} scope=${scope} label=${label} />
      <h4>State</h4>
      <${State} store=${store} scope=${scope} label=${label} />
      <${Snapshots} store=${store} scope=${scope} label=${label} />
    </section>`;
}

interface PartProps extends ScopeCardProps {
  readonly label: string;
}

function Groups({ store, scope, label }: PartProps): View {
  const change = async (name: string, active: boolean): Promise<void> => {
    await store.ask('groups', { scope: scope.scope, names: [name], active });
    store.refresh();
  };
  return html`
    <ul class="groups scroll" tabindex="0" aria-label=${`Groups of ${label}`}>
      ${scope.groups.map(
        ({ name, active, fixed, tools, tokens }) => html`
          <li key=${name} class="row">
            <${Switch} label=${`${name} in ${label}`} checked=${active} disabled=${fixed} onChange=${(next: boolean) => void change(name, next)} />
            <span class="name">${name}</span> <span class="quiet">${formatCountOf(tools, 'tool')}</span> <${Tokens} count=${tokens} />
          </li>`,
      )}
    </ul>`;
}

function State({ store, scope }: PartProps): View {
  const key = useSignal('');
  const added = key.value.trim();
  return html`
    ${scope.state.length === 0 && html`<p class="quiet">No values.</p>`}
    <ul class="state">
      ${scope.state.slice(0, 200).map(
        (value) => html`
          <li key=${value.key}><span class="code">${value.key}</span> <${StateValue} store=${store} scope=${scope.scope} state=${value} /></li>`,
      )}
      <li class="row">
        <input type="text" class="code" aria-label="Key of a new value" placeholder="key" value=${key.value} onInput=${(
          event: Event,
        ) => {
          key.value = textOf(event);
        }} />
        ${
          added !== '' &&
          html`<${StateValue} key=${added} store=${store} scope=${scope.scope} state=${{ key: added, kind: 'missing' }} />`
        }
      </li>
    </ul>`;
}

function Snapshots({ store, scope, label }: PartProps): View {
  const snapshot = useSignal<unknown>(undefined);
  const take = async (): Promise<void> => {
    snapshot.value = await store.ask('snapshot', { scope: scope.scope });
  };
  const restore = async (): Promise<void> => {
    await store.ask('restore', { scope: scope.scope, snapshot: snapshot.value });
    store.refresh();
  };
  return html`
    <h4>Snapshot</h4>
    <p class="row">
      <button type="button" onClick=${take}>Take a snapshot</button>
      <button type="button" disabled=${snapshot.value === undefined} onClick=${restore}>Restore</button>
    </p>
    <${JsonInput} id=${elementId('snapshot', scope.scope)} label=${`Snapshot of ${label}`} value=${snapshot.value}
      onChange=${(value: unknown) => {
        snapshot.value = value;
      }} />`;
}
