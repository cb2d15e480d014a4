import { type Content, GoogleGenAI } from '@google/genai';
import { readToolCalls, Toolkit } from 'toolwright';

const toolkit = new Toolkit();
toolkit.register(function now() {
  return '12:00';
});
const client = new GoogleGenAI({});
const contents: Content[] = [{ role: 'user', parts: [{ text: 'What time is it?' }] }];
const request = { model: 'gemini-3-flash', contents, config: { tools: toolkit.toGemini() } };
let answer = await client.models.generateContent(request);
for (let calls = readToolCalls(answer); calls.length > 0; calls = readToolCalls(answer)) {
  const results = calls.map(({ id, name, input }) => toolkit.execute(name, input, { callId: id }));
  const parts = (await Promise.all(results)).map((result) => result.toMessage('gemini'));
  // The content of the model has thought signatures, which Gemini needs unchanged.
  contents.push(answer.candidates?.[0]?.content ?? {}, { role: 'user', parts });
  answer = await client.models.generateContent(request);
}
process.stdout.write(answer.text ?? '');
