import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { windowOf } from '../model/tool-rows.js';
import type { View } from './html.js';

interface WindowedProps {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** The content of a row: a focusable element. */
  readonly render: (index: number) => View;
}

/** A list of rows of the same height, of which only the visible ones are in the document. Arrow keys move the focus. */
export function Windowed({ label, count, rowHeight, render }: WindowedProps): View {
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollTop: 0, height: 600 });
  const measure = (): void => {
    if (list.current !== null) setView({ scrollTop: list.current.scrollTop, height: list.current.clientHeight });
  };
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (list.current !== null) observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  const { first, end } = windowOf({ count, rowHeight, ...view });
  const indexes = Array.from({ length: end - first }, (_, offset) => first + offset);
  return html`
    <div class="windowed" ref=${list} onScroll=${measure} onKeyDown=${moveFocus}>
      <ul aria-label=${label} style=${{ height: `${count * rowHeight}px` }}>
        ${indexes.map(
          (index) => html`
            <li key=${index} aria-setsize=${count} aria-posinset=${index + 1}
              style=${{ height: `${rowHeight}px`, top: `${index * rowHeight}px` }}>${render(index)}</li>`,
        )}
      </ul>
    </div>`;
}

function moveFocus(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const item = event.target instanceof Element ? event.target.closest('li') : null;
  const next = event.key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling;
  const button = next?.querySelector('button');
  if (!button) return;
  event.preventDefault();
  button.focus();
}
