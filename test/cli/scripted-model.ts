/**
 * A model as a process, for the tools of `wordShop`: the last message is what it answers, as JSON, or one of the words below.
 * It counts the requests and writes them to `requests.jsonl`.
 */
export const scriptedModel = `import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

console.error('the model runs');
if (process.argv.includes('stubborn')) {
  setInterval(() => {}, 1000);
  process.on('SIGTERM', () => {});
}
for await (const line of createInterface({ input: process.stdin })) {
  appendFileSync('requests.jsonl', line + '\\n');
  const text = JSON.parse(line).messages.at(-1).content;
  if (text === 'exit') process.exit(7);
  if (text === 'wait') { appendFileSync('pid.txt', String(process.pid)); await new Promise(() => setInterval(() => {}, 1000)); }
  if (text === 'many') {
    console.log(JSON.stringify({ calls: Array.from({ length: 200_000 }, (_, id) => ({ name: 'tool' + id })) }));
    continue;
  }
  if (text === 'twice') console.log('{"calls":[]}');
  if (text === 'long') process.stdout.write('x'.repeat(11_000_000));
  console.log(text.startsWith('{') ? text : '{"calls":[]}');
}
`;

/** The tools that the scripted model is offered. */
export const wordShop = `export const toolkit = new Toolkit();
toolkit.createGroup('admin', {});
class Shop extends ToolRegistry {
  @Tool({ description: 'Finds products' }) search(query: string, limit: number = 10) {}
  @Tool({ description: 'Cancels an order' }) cancel(id: string) {}
  @Tool() list() {}
  @Tool({ group: 'admin' }) clear() {}
}
toolkit.register(new Shop());`;
