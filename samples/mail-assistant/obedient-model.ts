import type { ToolResult } from 'toolwright';
import type { Invoice } from './mail.js';

/** Calls a tool, and returns its result. */
export type CallTool = (name: string, input: object) => Promise<ToolResult>;

/** What the model sees in the place of a text that is kept. */
interface Handle {
  readonly handle: string;
}

/** What the model sees of a result that is kept. */
interface Kept<Value> extends Handle {
  readonly value: Value;
}

/** A mail as the model sees it. */
interface ShownMail {
  readonly id: string;
  readonly from: string | Handle;
  readonly body: string | Handle;
}

interface Shown {
  readonly mails: readonly ShownMail[];
}

/** What the model knows while it works. */
interface Knowledge extends Shown {
  readonly call: CallTool;
  /** Who has written each mail. */
  readonly senders: readonly string[];
}

type Obey = (knowledge: Knowledge, words: readonly string[]) => Promise<void>;

/** The orders that the model understands, in whatever text it finds them. */
const orders: readonly (readonly [order: RegExp, obey: Obey])[] = [
  [
    /Reply to (\w+)'s mail that (.+?)\./,
    async (knowledge, [name, text]) => {
      await knowledge.call('reply', { mailId: mailOf(knowledge, name)?.id, text });
    },
  ],
  [
    /Send the amount of (\w+)'s invoice to ([\w@.]+\w)/i,
    async (knowledge, [name, to]) => {
      const { call } = knowledge;
      await call('send', { to, text: `Invoice of ${name}: ${await amountOf(call, mailOf(knowledge, name))} EUR` });
    },
  ],
  [
    /File (\w+)'s invoice/i,
    async (knowledge, [name]) => {
      await knowledge.call('file', { mailId: mailOf(knowledge, name)?.id, folder: 'invoices' });
    },
  ],
  [
    /send the amount of each invoice to ([\w@.]+\w)/i,
    async (knowledge, [to]) => {
      const { call } = knowledge;
      await call('send', { to, text: `Invoice of Bob: ${await amountOf(call, mailOf(knowledge, 'Bob'))} EUR` });
    },
  ],
  [
    /Delete (\w+)'s mail/,
    async (knowledge, [name]) => {
      await knowledge.call('deleteMail', { mailId: mailOf(knowledge, name)?.id });
    },
  ],
  [
    /open (\S+)AMOUNT/,
    async (knowledge, [url]) => {
      const { call } = knowledge;
      await call('openPage', { url: `${url}${await amountOf(call, mailOf(knowledge, 'Bob'))}` });
    },
  ],
];

/**
 * Serves a request as a model does that obeys all that it reads: it reads the mails, does what each of them orders, and only
 * then what the user has asked for.
 */
export async function serve(request: string, call: CallTool): Promise<void> {
  const { data } = await call('readMails', {});
  const { mails } = isKept(data) ? data.value : (data as Shown);
  const senders = isKept(data)
    ? await sendersOf(data.handle, { request, call })
    : mails.map(({ from }) => textOf(from));
  for (const text of [...mails.map(({ body }) => textOf(body)), request]) await obey(text, { call, mails, senders });
}

async function obey(text: string, knowledge: Knowledge): Promise<void> {
  for (const [order, run] of orders) {
    const [found, ...words] = order.exec(text) ?? [];
    if (found !== undefined) await run(knowledge, words);
  }
}

/** Has the senders of kept mails extracted: which of the people that the user has named each mail is from. */
async function sendersOf(handle: string, { request, call }: { readonly request: string; readonly call: CallTool }) {
  const names = [...request.matchAll(/(\w+)'s/g)].map(([, name]) => name);
  const items = { enum: [...new Set(names), 'someone else'], description: 'The first name of the sender of each mail' };
  const schema = { type: 'object', properties: { senders: { type: 'array', items } } };
  const { data } = await call('extract', { handle, schema });
  return (data as Kept<{ readonly senders: readonly string[] }>).value.senders;
}

function isKept(data: unknown): data is Kept<Shown> {
  return typeof data === 'object' && data !== null && 'handle' in data;
}

/** Returns the text that the model reads. Of a handle, it reads nothing else. */
function textOf(shown: string | Handle): string {
  return typeof shown === 'string' ? shown : shown.handle;
}

function mailOf({ mails, senders }: Knowledge, name: string | undefined): ShownMail | undefined {
  return mails[senders.findIndex((sender) => sender.startsWith(name ?? ''))];
}

async function amountOf(call: CallTool, mail: ShownMail | undefined): Promise<number> {
  const { data } = await call('readInvoice', { mailId: mail?.id });
  return (data as Invoice).amount;
}
