import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import type { DevChange, DevChecks, DevFinding, DevLock } from '../../protocol.js';
import type { Store } from '../client/store.js';
import { formatCountOf } from '../model/format.js';
import type { View } from '../parts/html.js';

// More are not read by a person.
const maxShown = 500;

/** What is wrong with the definitions of the tools, and what has changed since they were locked. */
export function ChecksView({ store }: { readonly store: Store }): View {
  const revision = store.revision.value;
  const checks = useSignal<DevChecks | 'failed' | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void store.ask('checks', {}).then((found) => {
      if (isCurrent) checks.value = found ?? 'failed';
    });
    return () => {
      isCurrent = false;
    };
  }, [revision]);
  const found = checks.value;
  if (found === 'failed') return html`<h2>Checks</h2><p class="empty">The tools could not be checked.</p>`;
  return html`
    <h2>Checks</h2>
    <div role="status">${found === undefined ? 'The tools are being checked.' : summarize(found)}</div>
    ${
      found !== undefined &&
      html`<${Findings} store=${store} findings=${found.findings} /><${Changes} store=${store} lock=${found.lock} />`
    }`;
}

function summarize({ findings }: DevChecks): string {
  const counts = (['error', 'warning', 'note'] as const).flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count === 0 ? [] : formatCountOf(count, level);
  });
  return counts.length === 0 ? 'Nothing found.' : counts.join(', ');
}

interface FindingsProps {
  readonly store: Store;
  readonly findings: readonly DevFinding[];
}

function Findings({ store, findings }: FindingsProps): View {
  if (findings.length === 0) return null;
  return html`
    <h3>Findings</h3>
    <${Table} label="Findings" titles=${['Level', 'Tool', 'What is wrong', 'Rule']} count=${findings.length}>
      ${findings.slice(0, maxShown).map(
        ({ level, tool, message, rule }, index) => html`
          <tr key=${index}><td>${level}</td><th scope="row"><${ToolName} store=${store} name=${tool} /></th><td>${message}</td><td>${rule}</td></tr>`,
      )}
    <//>`;
}

interface ChangesProps {
  readonly store: Store;
  readonly lock: DevLock | undefined;
}

function Changes({ store, lock }: ChangesProps): View {
  return html`
    <h3>Since the lock file</h3>
    ${lock === undefined && html`<p class="empty">There is no lock file. Write it with <span class="code">toolwright lock</span>.</p>`}
    ${lock?.problem !== undefined && html`<p class="issue">${lock.problem}</p>`}
    ${lock !== undefined && lock.problem === undefined && lock.changes.length === 0 && html`<p>Unchanged since ${lock.file}.</p>`}
    ${lock !== undefined && lock.changes.length > 0 && html`<${ChangeTable} store=${store} changes=${lock.changes} />`}`;
}

function ChangeTable({ store, changes }: { readonly store: Store; readonly changes: readonly DevChange[] }): View {
  return html`
    <${Table} label="Changes" titles=${['Class', 'Tool or server', 'What has changed']} count=${changes.length}>
      ${changes.slice(0, maxShown).map(
        (change, index) => html`
          <tr key=${index}><td>${change.class}</td><th scope="row">${
            change.kind === 'tool'
              ? html`<${ToolName} store=${store} name=${change.name} />`
              : `the server ${change.name}`
          }</th><td>${change.text}</td></tr>`,
      )}
    <//>`;
}

interface TableProps {
  readonly label: string;
  readonly titles: readonly string[];
  /** The number of all rows, of which the first are shown. */
  readonly count: number;
  readonly children?: unknown;
}

function Table({ label, titles, count, children }: TableProps): View {
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <table>
        <thead><tr>${titles.map((title) => html`<th key=${title} scope="col">${title}</th>`)}</tr></thead>
        <tbody>${children}</tbody>
      </table>
    </div>
    ${count > maxShown && html`<p class="quiet">${formatCountOf(count - maxShown, 'further row')} not shown.</p>`}`;
}

function ToolName({ store, name }: { readonly store: Store; readonly name: string }): View {
  return html`<button type="button" class="plain code" onClick=${() => store.select(name)}>${name}</button>`;
}
