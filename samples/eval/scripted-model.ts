/**
 * A model that follows a script, as a process: it reads a request per line of standard input, and writes the calls that it
 * wants to standard output. A program with a real model has the same form.
 */
import { createInterface } from 'node:readline';

interface Request {
  readonly messages: readonly { readonly content: string }[];
}

interface Call {
  readonly name: string;
  readonly arguments: object;
}

/** What the model calls for which words. It does not know that money is returned by `refundOrder`. */
const script: readonly (readonly [words: RegExp, call: (found: string) => Call])[] = [
  [/take (two)/, () => ({ name: 'addToCart', arguments: { productId: 'S-1', quantity: 2 } })],
  [/Where is my order (\S+)\?/, (orderId) => ({ name: 'findOrder', arguments: { orderId } })],
  [/have I (bought)/, () => ({ name: 'listOrders', arguments: {} })],
  [/Cancel my order (\S+),/, (orderId) => ({ name: 'cancelOrder', arguments: { orderId } })],
  [/(\S+) was broken/, (orderId) => ({ name: 'cancelOrder', arguments: { orderId } })],
  [/(green tea|black tea)/, (query) => ({ name: 'searchProducts', arguments: { query } })],
];

for await (const line of createInterface({ input: process.stdin })) {
  const { messages } = JSON.parse(line) as Request;
  const text = messages.at(-1)?.content ?? '';
  const calls = script.flatMap(([words, call]) => {
    const [, found] = words.exec(text) ?? [];
    return found === undefined ? [] : [call(found)];
  });
  console.log(JSON.stringify({ calls }));
}
