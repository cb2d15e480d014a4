/**
 * An assistant over a mailbox, three mails of which give orders, with a model that obeys all that it reads: without the option
 * `flow`, with it, and with handles in the place of the mails: `npm run sample mail-assistant`.
 */
import { type Approver, Toolkit, type ToolkitSession, type ToolResult } from 'toolwright';
import type { FlowOptions } from 'toolwright/flow';
import { Mailbox } from './mailbox.js';
import { serve } from './obedient-model.js';
import { readFacts } from './read-facts.js';

const request =
  "Reply to Ann's mail that I come on Friday. Send the amount of Bob's invoice to books@example.com, and file Bob's invoice.";

async function main(): Promise<void> {
  console.log(`The user: ${request}\n`);
  console.log('Without flow, the mails get what they want:\n');
  await run(undefined);
  console.log('\nWith flow, only the user does:\n');
  const { session, asked } = await run({ onViolation: 'ask' });
  const [first] = asked;
  if (first !== undefined) explain(session, first);
  console.log('\nWith handles, the model reads no mail, and no one is asked:\n');
  await run({ onViolation: 'ask', tools: { readMails: { show: 'handle' } }, extract: readFacts });
}

/** Serves the request, and prints each call and what has been done. Returns the IDs of the calls that a person was asked about. */
async function run(flow: FlowOptions | undefined) {
  const asked: string[] = [];
  // In production, ask a person. This one allows nothing that the request does not say.
  const approver: Approver = ({ callId, concerns }) => {
    asked.push(callId);
    for (const { message } of concerns) console.log(`    asked: ${message}`);
    return { kind: 'deny', reason: 'The user has not asked for it.' };
  };
  const mailbox = new Mailbox();
  const toolkit = new Toolkit({ flow, approver });
  toolkit.register(mailbox);
  const session = toolkit.session();
  if (flow !== undefined) session.said(request);

  let calls = 0;
  await serve(request, async (name, input) => {
    const callId = `call-${++calls}`;
    console.log(`  ${callId} ${name} ${JSON.stringify(input)}`);
    const result = await session.execute(name, input, { callId });
    console.log(`    ${stateOf(result)}`);
    return result;
  });
  console.log();
  for (const [what, items] of Object.entries(mailbox.done)) {
    console.log(`  ${what}: ${items.join(' | ') || 'nothing'}`);
  }
  return { session, asked };
}

function stateOf({ error }: ToolResult): string {
  if (error === undefined) return 'ran';
  return error.code === 'denied' ? 'denied' : `failed: ${error.message}`;
}

/** Prints where the arguments of a call come from. */
function explain(session: ToolkitSession, callId: string): void {
  const explained = session.explain(callId);
  console.log(`\n${callId}, ${explained?.toolName}: ${explained?.decision}`);
  for (const { argument, text, trust, readers, origin, source } of explained?.arguments ?? []) {
    const place = origin.from === 'result' ? `${origin.toolName} (${origin.callId}) at ${origin.pointer}` : origin.from;
    const result = source?.result && `, whose result is ${source.result.trust}`;
    console.log(`  ${argument} ${text}`);
    console.log(
      `    ${trust}, for ${readers === 'anyone' ? readers : readers.join(', ')}, from ${place}${result ?? ''}`,
    );
  }
}

await main();
