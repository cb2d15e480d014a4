// The script of the ready-made view that decides on a call. It shows values as text only.
import { connectView } from './connect-view.js';
import { type PageElement, page } from './page.js';
import type { ViewResult } from './view-types.js';

/** What the server says of a call that waits for approval. */
interface WaitingCall {
  readonly token: string;
  readonly toolName: string;
  readonly title?: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly locked: readonly string[];
  readonly decideWith: string;
  readonly expiresAt: number;
}

const { document } = page;
const find = (id: string): PageElement => document.getElementById(id) as PageElement;
const approve = find('approve');
const deny = find('deny');
const reason = find('reason');
let waiting: WaitingCall | undefined;

const view = connectView({
  onResult(result) {
    const call = result._meta?.['toolwright/approval'] as WaitingCall | undefined;
    if (call === undefined) show(textOf(result));
    // A later result must not exchange the call under the pointer.
    else if (waiting === undefined) showCall(call);
  },
  onCancelled: () => show('The call was cancelled.'),
});
view.catch((error: unknown) => show(String(error)));

function showCall(call: WaitingCall): void {
  waiting = call;
  find('title').textContent = visible(call.title ?? call.toolName);
  find('name').textContent = visible(call.toolName);
  const rows = [
    ...Object.entries(call.arguments).map(([name, value]) => row(name, format(value), '')),
    ...call.locked.map((name) => row(name, 'set by the application', 'locked')),
  ];
  find('arguments').replaceChildren(...rows.flat());
  const isOver = call.expiresAt < Date.now();
  show(isOver ? 'The time to decide is over.' : '');
  setDecidable(!isOver);
}

function row(name: string, value: string, kind: string): readonly PageElement[] {
  const term = document.createElement('dt');
  const details = document.createElement('dd');
  term.textContent = visible(name);
  details.textContent = value;
  details.className = kind;
  return [term, details];
}

function format(value: unknown): string {
  return visible(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
}

/** Shows characters that hide or reorder others by their code. */
function visible(text: string): string {
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;
  return text.replace(hidden, (char) =>
    char === '\n' ? char : `\\u{${char.codePointAt(0)?.toString(16).padStart(4, '0')}}`,
  );
}

function textOf({ content }: ViewResult): string {
  return content.map(({ text = '' }) => text).join('\n');
}

function show(text: string): void {
  find('status').textContent = visible(text);
}

function setDecidable(isDecidable: boolean): void {
  for (const control of [approve, deny, reason]) control.disabled = !isDecidable;
}

async function decide(decision: 'approve' | 'deny'): Promise<void> {
  if (waiting === undefined) return;
  setDecidable(false);
  show('…');
  const why = decision === 'deny' && reason.value !== '' ? { reason: reason.value } : {};
  try {
    const connected = await view;
    const { token, decideWith, toolName } = waiting;
    const result = await connected.callTool(decideWith, { token, decision, ...why });
    show(textOf(result));
    document.body.dataset.decision = result.isError === true ? 'failed' : decision;
    const outcome = decision === 'approve' ? 'approved' : 'denied';
    await connected.updateModelContext(`The user has ${outcome} the call of '${toolName}'. ${textOf(result)}`);
  } catch (error) {
    // The model reads the result of its call when it asks again.
    if (find('status').textContent === '…') show(error instanceof Error ? error.message : String(error));
  }
}

approve.addEventListener('click', () => void decide('approve'));
deny.addEventListener('click', () => void decide('deny'));
