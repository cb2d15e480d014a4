import { hashText } from '../../base/runtime/sha256.js';
import { equalsDeep } from '../../base/values/equals-deep.js';
import type { ApprovalRequest, Approver } from '../../call/client/approver.js';
import type { CallClient, ClientQuestion } from '../../call/client/call-client.js';

// In characters. The arguments are shown in a dialog.
const longestInput = 2_000;

const question = {
  type: 'object',
  properties: {
    approve: { type: 'boolean', title: 'Allow this call' },
    reason: { type: 'string', title: 'Why not', description: 'Shown to the model if you do not allow it' },
  },
  required: ['approve'],
} as const;

/** Checks whether a client can ask its user. */
export function canAsk(client: CallClient | undefined): boolean {
  return client?.ask !== undefined;
}

/** Creates an approver that asks the caller's user. Returns undefined if the client cannot ask. */
export function createAskingApprover(client: CallClient | undefined): Approver | undefined {
  const { ask } = client ?? {};
  if (ask === undefined) return undefined;
  return async ({ toolName, tool, input, sent, concerns, signal }) => {
    const shown = tool.title === undefined ? `'${toolName}'` : `'${toolName}' (${tool.title})`;
    const message = `Allow the call of ${shown} with these arguments?\n\n${renderInput(input)}${renderSent(sent, input)}${renderConcerns(concerns)}`;
    const reply = await ask({ message, schema: question, toolName }, signal);
    if (reply.kind !== 'accept') return { kind: 'deny', reason: 'The user did not allow it.' };
    const { approve, reason } = reply.data as { readonly approve?: unknown; readonly reason?: unknown };
    if (approve === true) return 'approve';
    return {
      kind: 'deny',
      reason: typeof reason === 'string' && reason !== '' ? reason : 'The user did not allow it.',
    };
  };
}

/** Checks whether a question asks for approval, including a question of another copy of this package. */
export function isApprovalQuestion({ schema }: Pick<ClientQuestion, 'schema'>): boolean {
  return equalsDeep(schema, question);
}

/** Shows the arguments that the schema has converted as they were sent. */
function renderSent(sent: ApprovalRequest['sent'], input: ApprovalRequest['input']): string {
  const converted = Object.entries(sent).filter(([name, value]) => !equalsDeep(value, input[name]));
  if (converted.length === 0) return '';
  return `\n\nThey were sent with other values:\n\n${renderInput(Object.fromEntries(converted))}`;
}

/** Shows where arguments come from that others may have written. */
function renderConcerns(concerns: ApprovalRequest['concerns']): string {
  return concerns.length === 0 ? '' : `\n\nNote:\n${concerns.map(({ message }) => `- ${message}`).join('\n')}`;
}

function renderInput(input: unknown): string {
  const json = JSON.stringify(input, undefined, 2);
  if (json.length <= longestInput) return json;
  // The digest makes each call another question, so that the answer to one is never that to another.
  const note = `[${json.length} characters in total, SHA-256 ${hashText(json, 'hex')}]`;
  return `${json.slice(0, longestInput)}\n${note}`;
}
