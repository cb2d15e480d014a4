import { html } from 'htm/preact';
import { formatCountOf, formatDuration } from '../model/format.js';
import type { StepRow, Waterfall, WaterfallRow } from '../model/waterfall.js';
import type { View } from '../parts/html.js';

interface WaterfallViewProps {
  readonly waterfall: Waterfall;
  readonly selected: string;
  readonly onSelect: (callId: string) => void;
}

/** Indentations deeper than this look the same. */
const maxIndent = 8;

/** A call and the calls that it has made, as bars on one scale of time, with the steps of the selected call. */
export function WaterfallView({ waterfall, selected, onSelect }: WaterfallViewProps): View {
  const { rows, omitted, durationMs } = waterfall;
  return html`
    <h3>Time <span class="quiet">${formatDuration(durationMs)}</span></h3>
    <ol class="waterfall" aria-label="Waterfall">
      ${rows.map(
        (row) => html`
          <li key=${row.call.callId}>
            <button type="button" class=${`plain code indent-${Math.min(row.depth, maxIndent)}`}
              aria-current=${row.call.callId === selected ? 'true' : undefined} onClick=${() => onSelect(row.call.callId)}>
              ${row.call.toolName}
            </button>
            <${Bar} row=${row} />
            ${row.steps.length > 0 && html`<${Steps} row=${row} />`}
          </li>`,
      )}
    </ol>
    ${omitted > 0 && html`<p class="note">${formatCountOf(omitted, 'more call')}</p>`}`;
}

/** What happened in a call: the decisions of rules and approvers, retries, and middleware. */
function Steps({ row: { call, steps } }: { readonly row: WaterfallRow }): View {
  return html`
    <ol class="steps" aria-label=${`Steps of ${call.toolName}`}>
      ${steps.map(
        ({ step, start, width }: StepRow, index) => html`
          <li key=${index}>
            <span>${step.kind} <span class="code">${step.name}</span></span>
            <svg class="bar" viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">
              <rect class=${step.kind} x=${start} y="6" width=${width} height="8" />
            </svg>
            <span class="quiet">+${formatDuration(step.startedAt - call.startedAt)}, ${formatDuration(step.durationMs)}</span>
            <span>${step.text}</span>
          </li>`,
      )}
    </ol>`;
}

function Bar({ row }: { readonly row: WaterfallRow }): View {
  const { call, start, width, waits, retries, chunks } = row;
  const duration = call.durationMs === undefined ? call.status : formatDuration(call.durationMs);
  return html`
    <svg class=${`bar ${call.status}`} viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label=${duration}>
      <rect class="track" x="0" y="0" width="1000" height="20" />
      <rect class="run" x=${start} y="4" width=${width} height="12" />
      ${waits.map((wait, index) => html`<rect key=${index} class="wait" x=${wait.start} y="4" width=${Math.max(1, wait.width)} height="12" />`)}
      ${chunks.map((x, index) => html`<rect key=${index} class="chunk" x=${x} y="12" width="2" height="4" />`)}
      ${retries.map((x, index) => html`<rect key=${index} class="retry" x=${x} y="1" width="4" height="18" />`)}
    </svg>`;
}
