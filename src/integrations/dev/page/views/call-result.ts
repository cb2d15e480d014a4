import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import { formatCountOf, formatDuration, formatTime } from '../model/format.js';
import { type CallRecord, isOpen } from '../model/history.js';
import { Content } from '../parts/content.js';
import type { View } from '../parts/html.js';

const shownChunks = 100;

/** The state of a call, such as `completed`. */
export function StatusBadge({ call }: { readonly call: CallRecord }): View {
  return html`<span class=${`status ${call.status}`}>${call.status}</span>`;
}

/** What has become of a call: its chunks as they arrive, its result, or its error. */
export function CallResult({ call }: { readonly call: CallRecord }): View {
  const { output, error, progress } = call;
  return html`
    <div class="call-result">
      <p class="row"><${StatusBadge} call=${call} /> <${Elapsed} call=${call} />
        ${call.attempts !== undefined && call.attempts > 1 && html`<span class="quiet">${call.attempts} attempts</span>`}
      </p>
      ${
        progress !== undefined &&
        isOpen(call) &&
        html`<p class="row"><progress aria-label="Progress" value=${progress.value} max=${progress.total}></progress> ${progress.message}</p>`
      }
      ${error !== undefined && html`<p class="notice bad"><span class="code">${error.code}</span> ${error.message}</p>`}
      ${output !== undefined && html`<h3>Result</h3><${Content} content=${output} />`}
      <${Chunks} call=${call} />
    </div>`;
}

/** The time that a call has taken so far. */
function Elapsed({ call }: { readonly call: CallRecord }): View {
  const now = useSignal(Date.now());
  const isRunning = isOpen(call);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 200);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (call.durationMs !== undefined) return html`<span>${formatDuration(call.durationMs)}</span>`;
  if (call.endedAt === undefined && !isRunning) return null;
  const end = call.endedAt ?? Math.max(now.value, call.startedAt);
  return html`<span>${formatDuration(end - call.startedAt)}</span>`;
}

function Chunks({ call }: { readonly call: CallRecord }): View {
  if (call.chunkCount === 0) return null;
  const last = call.chunks.slice(-shownChunks);
  const omitted = call.chunkCount - last.length;
  return html`
    <h3>Stream <span class="quiet">${formatCountOf(call.chunkCount, 'chunk')}</span></h3>
    ${omitted > 0 && html`<p class="note">The last ${last.length} of ${call.chunkCount} are shown.</p>`}
    <ol class="chunks" tabindex="0" aria-label="Chunks">
      ${last.map(
        ({ at, content }, index) => html`
          <li key=${omitted + index}>
            <time class="quiet" title=${formatTime(at)}>+${formatDuration(at - call.startedAt)}</time>
            <${Content} content=${content} />
          </li>`,
      )}
    </ol>`;
}
