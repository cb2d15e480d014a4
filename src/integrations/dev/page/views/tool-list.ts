import { useComputed, useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import type { DevGroup, DevToolSummary } from '../../protocol.js';
import type { Store } from '../client/store.js';
import { formatCountOf } from '../model/format.js';
import { type ToolRow, toolRows } from '../model/tool-rows.js';
import { Lock, Switch, Tokens } from '../parts/controls.js';
import { classes, textOf, type View } from '../parts/html.js';
import { Windowed } from '../parts/windowed.js';

const rowHeight = 32;

interface ToolListProps {
  readonly store: Store;
  /** Called when a user has chosen a tool. */
  readonly onChoose: () => void;
}

/** The tools of the scope by group, with their tokens and the switches of the groups. */
export function ToolList({ store, onChoose }: ToolListProps): View {
  const filter = useSignal('');
  const closedGroups = useSignal<ReadonlySet<string>>(new Set());
  const rows = useComputed((): readonly ToolRow[] => {
    const scope = store.scope.value;
    if (scope === undefined) return [];
    return toolRows(scope, { text: filter.value, closedGroups: closedGroups.value });
  });
  const scope = store.scope.value;
  const toggle = (name: string): void => {
    const closed = new Set(closedGroups.value);
    if (!closed.delete(name)) closed.add(name);
    closedGroups.value = closed;
  };
  const render = (index: number): View => {
    const row = rows.value[index];
    if (row === undefined) return null;
    return row.kind === 'group'
      ? html`<${GroupRow} store=${store} ...${row} onToggle=${() => toggle(row.group.name)} />`
      : html`<${ToolButton} store=${store} tool=${row.tool} onChoose=${onChoose} />`;
  };
  const found = rows.value.filter(({ kind }) => kind === 'tool').length;
  return html`
    <input type="search" class="filter" aria-label="Filter tools" placeholder="Filter tools" value=${filter.value}
      onInput=${(event: Event) => {
        filter.value = textOf(event);
      }} />
    <p class="list-total">
      <span role="status">${filter.value === '' ? formatCountOf(scope?.tools.length ?? 0, 'tool') : `${found} found`}</span>
      <${Tokens} count=${scope?.tokens ?? 0} />
    </p>
    <${Windowed} label="Tools by group" count=${rows.value.length} rowHeight=${rowHeight} render=${render} />`;
}

interface GroupRowProps {
  readonly store: Store;
  readonly group: DevGroup;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function GroupRow({ store, group, isOpen, onToggle }: GroupRowProps): View {
  const { name, description, active, fixed, tools, tokens } = group;
  const change = (next: boolean): void => {
    void store.ask('groups', { scope: store.scopeId.value, names: [name], active: next });
  };
  return html`
    <div class="group-row">
      <button type="button" class="group-name" aria-expanded=${isOpen} title=${description} onClick=${onToggle}>
        <span class="name">${name}</span> <span class="quiet">${tools}</span>
      </button>
      <${Tokens} count=${tokens} />
      <${Switch} label=${`Group ${name}`} checked=${active} disabled=${fixed} onChange=${change} />
    </div>`;
}

function ToolButton({ store, tool, onChoose }: ToolListProps & { readonly tool: DevToolSummary }): View {
  const { name, description, active, tokens, approval } = tool;
  const choose = (): void => {
    store.select(name);
    onChoose();
  };
  const isSelected = store.selectedTool.value === name;
  return html`
    <button type="button" class=${classes('tool-row', !active && 'inactive')} title=${description}
      aria-current=${isSelected ? 'true' : undefined} onClick=${choose}>
      <span class="name code">${name}</span>
      ${approval !== 'never' && html`<${Lock} label=${approval === 'always' ? 'needs approval' : 'may need approval'} />`}
      ${!active && html`<span class="sr">inactive</span>`}
      <${Tokens} count=${tokens} />
    </button>`;
}
