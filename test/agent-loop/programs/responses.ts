import OpenAI from 'openai';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { readToolCalls, Toolkit } from 'toolwright';

const toolkit = new Toolkit();
toolkit.register(function now() {
  return '12:00';
});
const client = new OpenAI();
const tools = toolkit.toOpenAI<never>();
let input: ResponseInputItem[] = [{ role: 'user', content: 'What time is it?' }];
let answer = await client.responses.create({ model: 'gpt-5', input, tools });
for (let calls = readToolCalls(answer); calls.length > 0; calls = readToolCalls(answer)) {
  const results = calls.map(({ id, name, input }) => toolkit.execute(name, input, { callId: id }));
  input = (await Promise.all(results)).map((result) => result.toMessage('openai-responses'));
  answer = await client.responses.create({ model: 'gpt-5', input, tools, previous_response_id: answer.id });
}
process.stdout.write(answer.output_text);
