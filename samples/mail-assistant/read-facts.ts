import type { ExtractRequest } from 'toolwright/flow';
import type { Inbox } from './mail.js';

/**
 * Reads who has written each mail. In production, ask a model without tools: it can obey no order of a mail, so that the
 * worst that a mail achieves is a wrong fact.
 */
export function readFacts({ content, schema }: ExtractRequest): object {
  const { mails } = JSON.parse(content) as Inbox;
  const { senders } = schema.properties as {
    readonly senders: { readonly items: { readonly enum: readonly string[] } };
  };
  const nameOf = (from: string): string =>
    senders.items.enum.find((name) => from.startsWith(`${name} `)) ?? 'someone else';
  return { senders: mails.map(({ from }) => nameOf(from)) };
}
