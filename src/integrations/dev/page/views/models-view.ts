import { type Signal, useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import type { ModelView, ParsedCall, SearchHit } from '../../protocol.js';
import { Draft } from '../client/draft.js';
import type { Store } from '../client/store.js';
import { writeJson } from '../model/json.js';
import { Tokens } from '../parts/controls.js';
import { textOf, type View } from '../parts/html.js';
import { LongText } from '../parts/json-tree.js';
import { CallResult } from './call-result.js';

const formats: Readonly<Record<ModelView['format'], string>> = {
  openai: 'OpenAI',
  'openai-strict': 'OpenAI, strict',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  mcp: 'MCP',
  prompt: 'Prompt',
};

/** What models receive: the chosen tool in each format, the tokens of the groups, a search, and calls from an answer. */
export function ModelsView({ store }: { readonly store: Store }): View {
  return html`
    <${Definitions} store=${store} />
    <div class="columns">
      <section><${GroupTokens} store=${store} /><${Search} store=${store} /></section>
      <section><${PastedCalls} store=${store} /></section>
    </div>`;
}

function Definitions({ store }: { readonly store: Store }): View {
  const name = store.selectedTool.value;
  const revision = store.revision.value;
  const views = useSignal<readonly ModelView[]>([]);
  useEffect(() => {
    let isCurrent = true;
    views.value = [];
    if (name !== undefined) {
      void store.ask('views', { name }).then((found) => {
        if (isCurrent) views.value = found ?? [];
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [name, revision]);
  if (name === undefined)
    return html`<h2 class="sr">What a model sees</h2><p class="empty">Choose a tool to see its definitions.</p>`;
  return html`
    <h2><span class="code">${name}</span></h2>
    <div class="cards">${views.value.map((view) => html`<${Definition} key=${view.format} view=${view} />`)}</div>`;
}

function Definition({ view }: { readonly view: ModelView }): View {
  const { format, value, warnings, tokens } = view;
  const text = typeof value === 'string' ? value : writeJson(value, 2);
  const label = formats[format] ?? format;
  return html`
    <section class="card" aria-label=${label}>
      <h3>${label} <${Tokens} count=${tokens} /></h3>
      ${warnings.length > 0 && html`<ul class="warnings">${warnings.map((warning, index) => html`<li key=${index}>${warning}</li>`)}</ul>`}
      <pre class="code" tabindex="0" aria-label=${`Definition for ${label}`}><${LongText} text=${text} length=${10_000} /></pre>
    </section>`;
}

function GroupTokens({ store }: { readonly store: Store }): View {
  const scope = store.scope.value;
  if (scope === undefined) return null;
  return html`
    <h3>Tokens of all active tools</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="Tokens by group">
      <table>
        <thead><tr><th scope="col">Group</th><th scope="col">Tools</th><th scope="col">Tokens</th></tr></thead>
        <tbody>
          ${scope.groups.map(
            ({ name, active, tools, tokens }) => html`
              <tr key=${name}><th scope="row">${name}${active ? '' : ' (off)'}</th><td>${tools}</td><td>${tokens.toLocaleString('en-US')}</td></tr>`,
          )}
        </tbody>
        <tfoot><tr><th scope="row">Active</th><td>${scope.tools.filter(({ active }) => active).length}</td><td>${scope.tokens.toLocaleString('en-US')}</td></tr></tfoot>
      </table>
    </div>`;
}

function Search({ store }: { readonly store: Store }): View {
  const query = useSignal('');
  const hits = useSignal<readonly SearchHit[] | undefined>(undefined);
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    hits.value = await store.ask('search', { scope: store.scopeId.value, query: query.value });
  };
  return html`
    <h3>Search as a model</h3>
    <form class="row" role="search" onSubmit=${onSubmit}>
      <input type="search" aria-label="Search tools as a model" value=${query.value} onInput=${setTo(query)} />
      <button type="submit">Search</button>
    </form>
    <div role="status">${hits.value?.length === 0 && 'Nothing found.'}</div>
    <ol class="hits">
      ${hits.value?.map(
        ({ name, group, active, matched }) => html`
          <li key=${name}><button type="button" class="plain code" onClick=${() => store.select(name)}>${name}</button>
            <span class="quiet">${group}${active ? '' : ', inactive'}${matched.length === 0 ? '' : `; matches: ${matched.join(', ')}`}</span></li>`,
      )}
    </ol>`;
}

function PastedCalls({ store }: { readonly store: Store }): View {
  const text = useSignal('');
  const calls = useSignal<readonly ParsedCall[] | undefined>(undefined);
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    calls.value = await store.ask('parse', { text: text.value });
  };
  return html`
    <h3>Calls of an answer</h3>
    <form onSubmit=${onSubmit}>
      <textarea class="code" rows="6" spellcheck=${false} aria-label="Answer of a model"
        placeholder="Paste the answer of a model, as JSON or text" value=${text.value} onInput=${setTo(text)}></textarea>
      <p><button type="submit">Read calls</button></p>
    </form>
    <div role="status">${calls.value?.length === 0 && 'The answer contains no call.'}</div>
    <ol class="parsed">
      ${calls.value?.map((call, index) => html`<li key=${index}><${Parsed} store=${store} call=${call} /></li>`)}
    </ol>`;
}

function Parsed({ store, call }: { readonly store: Store; readonly call: ParsedCall }): View {
  const draft = useSignal<Draft | undefined>(undefined);
  const { name, input, known } = call;
  const run = (): void => {
    const next = new Draft(input);
    draft.value = next;
    void store.run(name, next);
  };
  const callId = draft.value?.callId.value;
  const record = callId === undefined ? undefined : store.history.calls.get(callId);
  return html`
    <div class="card">
      <p class="row"><span class="code">${name}</span>
        ${known ? null : html`<span class="issue">unknown tool</span>`}
        <button type="button" disabled=${!known} onClick=${run}>Run <span class="sr">${name}</span></button>
        <button type="button" disabled=${!known} onClick=${() => store.fillForm(name, input)}>Edit <span class="sr">${name}</span></button>
      </p>
      <pre class="code" tabindex="0" aria-label=${`Arguments of ${name}`}><${LongText} text=${writeJson(input, 2)} length=${5_000} /></pre>
      ${draft.value !== undefined && draft.value.failure.value !== '' && html`<p class="issue" role="alert">${draft.value.failure.value}</p>`}
      ${record !== undefined && html`<${CallResult} call=${record} />`}
    </div>`;
}

function setTo(text: Signal<string>): (event: Event) => void {
  return (event) => {
    text.value = textOf(event);
  };
}
