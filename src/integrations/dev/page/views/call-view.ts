import { useComputed } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { DevTool, HiddenParameter } from '../../protocol.js';
import type { Draft } from '../client/draft.js';
import type { Store } from '../client/store.js';
import { storeDraft } from '../client/stored-draft.js';
import { FieldView } from '../form/field-view.js';
import type { Form } from '../form/form.js';
import { readField } from '../model/field.js';
import { formatCountOf } from '../model/format.js';
import { isOpen } from '../model/history.js';
import { inputId, issuesByPointer } from '../model/issues.js';
import { isJsonObject } from '../model/json.js';
import { withValueAt } from '../model/json-pointer.js';
import { Lock } from '../parts/controls.js';
import { textOf, type View } from '../parts/html.js';
import { JsonTree, LongText } from '../parts/json-tree.js';
import { JsonInput } from '../parts/text-input.js';
import { ApprovalPanel } from './approval-panel.js';
import { CallResult } from './call-result.js';
import { StateValue } from './state-value.js';

/** The chosen tool with its form, and the call that was made with it. */
export function CallView({ store }: { readonly store: Store }): View {
  const tool = store.tool.value;
  if (store.selectedTool.value === undefined) return html`<p class="empty">Choose a tool.</p>`;
  if (tool === undefined || tool.name !== store.selectedTool.value) {
    return html`<p class="empty">Loading ${store.selectedTool.value}…</p>`;
  }
  return html`<${ToolForm} key=${tool.name} store=${store} tool=${tool} draft=${store.draftOf(tool)} />`;
}

interface ToolFormProps {
  readonly store: Store;
  readonly tool: DevTool;
  readonly draft: Draft;
}

function ToolForm({ store, tool, draft }: ToolFormProps): View {
  const scope = store.scopeId.value;
  const revision = store.revision.value;
  useEffect(() => store.drafts.validate(draft, { name: tool.name, scope }), [draft, scope, revision]);
  useEffect(() => storeDraft(tool, draft.value), [tool, draft]);
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    void store.run(tool.name, draft);
  };
  return html`
    <${ToolHead} tool=${tool} draft=${draft} />
    <form onSubmit=${onSubmit} aria-label=${`Call ${tool.name}`}>
      <div class="columns">
        <section aria-label="Arguments"><${Arguments} tool=${tool} draft=${draft} /></section>
        <section class="json" aria-label="JSON">
          <h3><label for="json">JSON</label></h3>
          <${JsonInput} id="json" rows=${10} value=${draft.value.value}
            onChange=${(value: unknown) => {
              draft.value.value = value ?? {};
            }} />
          <${Hidden} store=${store} tool=${tool} />
        </section>
      </div>
      <${RunBar} store=${store} draft=${draft} />
    </form>
    <${LastCall} store=${store} draft=${draft} />`;
}

function ToolHead({ tool, draft }: Pick<ToolFormProps, 'tool' | 'draft'>): View {
  const { name, title, description, kind, group, active, approval, examples, outputSchema, annotations = {} } = tool;
  const hints = Object.entries(annotations).filter(([, value]) => value === true);
  const marks = [
    ...[kind, `group ${group}`],
    ...(active ? [] : ['inactive']),
    ...(approval === 'never' ? [] : [approval === 'always' ? 'needs approval' : 'may need approval']),
    ...hints.map(([hint]) => hint.replace(/Hint$/, '')),
  ];
  return html`
    <h2><span class="code">${name}</span>${title !== undefined && html` <span class="quiet">${title}</span>`}</h2>
    <ul class="marks" aria-label="Properties">${marks.map((mark) => html`<li key=${mark}>${mark}</li>`)}</ul>
    <p class="lines"><${LongText} text=${description} length=${2_000} /></p>
    ${
      examples.length > 0 &&
      html`
      <p class="row">${examples.slice(0, 10).map(
        (example, index) => html`
          <button type="button" class="small" key=${index} onClick=${() => {
            draft.value.value = example;
          }}>Example ${index + 1}</button>`,
      )}</p>`
    }
    ${
      outputSchema !== undefined &&
      html`<details><summary>Output schema</summary><${JsonTree} value=${outputSchema} label="Output schema" /></details>`
    }`;
}

function Arguments({ tool, draft }: Pick<ToolFormProps, 'tool' | 'draft'>): View {
  const issues = useComputed(() => issuesByPointer(draft.issues.value ?? []));
  const value = draft.value.value;
  const form = useMemo(
    (): Form => ({
      root: tool.inputSchema,
      issues: issues.value,
      set: (path, next) => {
        draft.value.value = withValueAt(draft.value.value, path, next) ?? {};
      },
    }),
    [tool, draft, issues.value],
  );
  const hasForm = readField(tool.inputSchema, tool.inputSchema).kind !== 'json';
  return html`
    <h3>Arguments</h3>
    ${!hasForm && html`<p class="note">The schema names no parameters. Other arguments can be entered as JSON.</p>`}
    ${
      !hasForm
        ? null
        : isJsonObject(value)
          ? html`<${FieldView} form=${form} path=${[]} label="Arguments" schema=${tool.inputSchema} required=${true} value=${value} />`
          : html`<p class="note">The arguments are no object. Edit them as JSON.</p>`
    }
    <${IssueList} draft=${draft} />`;
}

/** All messages of the validator, also those about values that the form does not show. */
function IssueList({ draft }: { readonly draft: Draft }): View {
  const issues = draft.issues.value ?? [];
  const text = issues.length === 0 ? 'The arguments are valid.' : formatCountOf(issues.length, 'problem');
  const focus = (pointer: string): void => document.getElementById(inputId(pointer))?.focus();
  return html`
    <div class="issues">
      <p role="status">${draft.issues.value !== undefined && text}</p>
      <ul>
        ${issues.slice(0, 50).map(
          ({ path, message }, index) => html`
            <li key=${index}>
              ${path !== '' && html`<button type="button" class="small code" onClick=${() => focus(path)}>${path}</button> `}
              <span class="issue">${message}</span>
            </li>`,
        )}
      </ul>
    </div>`;
}

/** The parameters that models do not see, with their values. */
function Hidden({ store, tool }: Pick<ToolFormProps, 'store' | 'tool'>): View {
  if (tool.hidden.length === 0) return null;
  return html`
    <h3>Hidden from models</h3>
    <ul class="hidden-values">
      ${tool.hidden.map(
        (parameter: HiddenParameter) => html`
          <li key=${parameter.name}>
            <${Lock} label="hidden" /> <span class="code">${parameter.name}</span>
            <span class="quiet">from</span> <span class="code">${parameter.key}</span>
            ${parameter.value.kind === 'missing' && !parameter.optional && html`<span class="issue">required</span>`}
            <${StateValue} store=${store} scope=${store.scopeId.value} state=${parameter.value} />
          </li>`,
      )}
    </ul>`;
}

function RunBar({ store, draft }: Pick<ToolFormProps, 'store' | 'draft'>): View {
  const callId = draft.callId.value;
  const call = callId === undefined ? undefined : store.history.calls.get(callId);
  const canCancel = call !== undefined && isOpen(call);
  const cancel = (): void => {
    if (callId !== undefined) void store.ask('cancel', { callId });
  };
  return html`
    <div class="run-bar row">
      <button type="submit" class="primary">Run</button>
      <button type="button" disabled=${!canCancel} onClick=${cancel}>Cancel</button>
      <label>Time limit in seconds
        <input type="number" min="0" step="any" class="short" value=${draft.timeLimit.value}
          onInput=${(event: Event) => {
            draft.timeLimit.value = textOf(event);
          }} />
      </label>
    </div>`;
}

function LastCall({ store, draft }: Pick<ToolFormProps, 'store' | 'draft'>): View {
  const callId = draft.callId.value;
  if (callId === undefined) return null;
  const { calls, waiting } = store.history;
  const call = calls.get(callId);
  const approvals = [...waiting.values()].filter((approval) => approval.callId === callId);
  const showHistory = (): void => {
    store.selectedCall.value = callId;
    store.view.value = 'history';
  };
  return html`
    <section aria-label="Last call">
      ${draft.failure.value !== '' && html`<p class="notice bad" role="alert">${draft.failure.value}</p>`}
      ${approvals.map((approval) => html`<${ApprovalPanel} key=${approval.id} store=${store} approval=${approval} />`)}
      ${call !== undefined && html`<${CallResult} call=${call} />`}
      ${call !== undefined && html`<p><button type="button" class="small" onClick=${showHistory}>Show in What happened</button></p>`}
    </section>`;
}
