import { equalsDeep } from '../../equals-deep.js';
import type { Approver } from '../../execution/client/approver.js';
import type { CallClient, ClientQuestion } from '../../execution/client/call-client.js';

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

/** Creates an approver that asks the caller's user. Returns undefined if the client cannot ask. */
export function createAskingApprover(client: CallClient | undefined): Approver | undefined {
  const { ask } = client ?? {};
  if (ask === undefined) return undefined;
  return async ({ toolName, tool, input, signal }) => {
    const shown = tool.title === undefined ? `'${toolName}'` : `'${toolName}' (${tool.title})`;
    const message = `Allow the call of ${shown} with these arguments?\n\n${renderInput(input)}`;
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

function renderInput(input: unknown): string {
  const json = JSON.stringify(input, undefined, 2);
  return json.length <= longestInput ? json : `${json.slice(0, longestInput)}\n[${json.length} characters in total]`;
}
