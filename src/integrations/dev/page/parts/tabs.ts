import { html } from 'htm/preact';
import { useRef } from 'preact/hooks';
import type { Children, View } from './html.js';

/** A tab. */
export interface Tab<Id extends string | number> {
  readonly id: Id;
  readonly label: string;
}

interface TabsProps<Id extends string | number> {
  /** What the tabs are about, for screen readers. */
  readonly label: string;
  /** A prefix of IDs that is unique in the page. */
  readonly prefix: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly children?: Children;
}

/** Tabs, of which the arrow keys, Home and End choose one. */
export function Tabs<Id extends string | number>(props: TabsProps<Id>): View {
  const { label, prefix, tabs, selected, onSelect, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const idOf = (id: Id): string => `${prefix}-tab-${id}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = tabs.findIndex(({ id }) => id === selected);
    const next = tabs[targetOf(event.key, index, tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(next.id);
    const buttons = list.current?.querySelectorAll<HTMLElement>(':scope > [role=tab]') ?? [];
    [...buttons].find((button) => button.id === idOf(next.id))?.focus();
  };
  return html`
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label=${label} ref=${list} onKeyDown=${onKeyDown}>
        ${tabs.map(
          ({ id, label: text }) => html`
            <button type="button" role="tab" key=${id} id=${idOf(id)} aria-selected=${id === selected}
              aria-controls=${`${prefix}-panel`} tabindex=${id === selected ? 0 : -1} onClick=${() => onSelect(id)}>
              ${text}
            </button>`,
        )}
      </div>
      <div class="tab-panel" role="tabpanel" id=${`${prefix}-panel`} aria-labelledby=${idOf(selected)}>${children}</div>
    </div>`;
}

function targetOf(key: string, index: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
