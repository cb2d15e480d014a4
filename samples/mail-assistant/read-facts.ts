import type { ExtractRequest } from 'toolwright';
import type { Inbox } from './mail.js';

/**
 * Reads who has written each mail. It stands for a model without tools, which can obey no order of a mail: the worst that one
 * achieves is a wrong fact.
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
