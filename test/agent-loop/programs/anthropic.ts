import Anthropic from '@anthropic-ai/sdk';
import { readToolCalls, Toolkit } from 'toolwright';

const toolkit = new Toolkit();
toolkit.register(function now() {
  return '12:00';
});
const client = new Anthropic();
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'What time is it?' }];
const request = { model: 'claude-opus-4-5', max_tokens: 1000, messages, tools: toolkit.toAnthropic<never>() };
let answer = await client.messages.create(request);
for (let calls = readToolCalls(answer); calls.length > 0; calls = readToolCalls(answer)) {
  const results = calls.map(({ id, name, input }) => toolkit.execute(name, input, { callId: id }));
  const content = (await Promise.all(results)).map((result) => result.toMessage('anthropic'));
  messages.push({ role: 'assistant', content: answer.content }, { role: 'user', content });
  answer = await client.messages.create(request);
}
for (const part of answer.content) if (part.type === 'text') process.stdout.write(part.text);
