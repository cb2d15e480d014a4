import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { visibleText } from '../../base/text/visible-text.js';
import type { ClientQuestion, ClientReply } from '../../call/client/call-client.js';
import { isApprovalQuestion } from '../../features/approval/asking-approver.js';
import { type FormField, fieldsOf, promptOf, readField } from './form-field.js';
import type { TextStyle } from './shared/text-style.js';

/** A terminal with a person who answers questions. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly style: TextStyle;
}

/**
 * Asks a question on a terminal, field by field. A value that does not fit its field is asked for again. Ctrl-C declines,
 * Ctrl-D cancels.
 *
 * @throws the reason of `signal` if it aborts first.
 */
export async function askOnTerminal(
  question: ClientQuestion,
  { input, output, style }: Terminal,
  signal: AbortSignal,
): Promise<ClientReply> {
  const lines = createInterface({ input, output, terminal: true });
  const end = new AbortController();
  let kind: 'decline' | 'cancel' = 'cancel';
  lines.once('SIGINT', () => {
    kind = 'decline';
    end.abort();
  });
  lines.once('close', () => end.abort());
  const either = AbortSignal.any([signal, end.signal]);
  const ask = (text: string): Promise<string> => lines.question(text, { signal: either });
  try {
    output.write(`${emphasizeFirstLine(visibleText(question.message), style)}\n`);
    const data: Record<string, unknown> = {};
    for (const field of fieldsOf(question.schema)) {
      const value = await askField(field, ask);
      if (value !== undefined) data[field.name] = value;
      // The other field of this form is the reason for a refusal.
      if (isApprovalQuestion(question) && value === true) break;
    }
    return { kind: 'accept', data };
  } catch (error) {
    if (!end.signal.aborted || signal.aborted) throw error;
    output.write('\n');
    return { kind };
  } finally {
    lines.close();
  }
}

function emphasizeFirstLine(text: string, style: TextStyle): string {
  const [first = '', ...others] = text.split('\n');
  return [style('bold', first), ...others].join('\n');
}

async function askField(field: FormField, ask: (text: string) => Promise<string>): Promise<unknown> {
  let problem = '';
  for (;;) {
    const read = await readField(field, await ask(`${problem}  ${visibleText(promptOf(field))}: `));
    if (read.ok) return read.value;
    problem = `    ${read.problem}\n`;
  }
}
