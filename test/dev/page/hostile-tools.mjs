import { image, respond, Toolkit, ToolSpec, video } from 'toolwright';
import { blocks, results, texts } from './hostile-values.mjs';

export const toolkit = new Toolkit();

function add(name, execute) {
  toolkit.register(ToolSpec.create({ name, executor: { kind: 'native', execute } }));
}

function addText(text, index) {
  const part = text.slice(0, 20_000);
  const group = `group_${index}`;
  const parameter = { type: 'string', title: part, description: part, enum: [part] };
  const execute = async function* (_, context) {
    context.progress(1, 2, text);
    context.log('info', text);
    yield text;
    yield { [part]: { [part]: text } };
  };
  const spec = ToolSpec.create({
    name: `text_${index}`,
    title: part,
    description: text,
    inputSchema: { type: 'object', properties: { [part.slice(0, 2_000)]: parameter } },
    executor: { kind: part, execute },
  });
  toolkit.createGroup(group, { description: part, active: true });
  toolkit.register(spec, { group });
  add(`error_${index}`, () => {
    throw new Error(text);
  });
}

for (const [index, text] of Object.values(texts).entries()) addText(text, index);
for (const [index, run] of Object.values(results).entries()) add(`result_${index}`, run);
for (const [index, block] of Object.values(blocks).entries()) {
  add(`block_${index}`, () => respond({ content: [block] }));
}

add('links', () => [
  image({ url: 'https://attacker.example/a.png' }),
  video({ url: 'https://attacker.example/a.mp4' }, 'video/mp4'),
]);
add('flood', async function* () {
  for (let index = 0; index < 100_000; index++) yield `chunk ${index}`;
});
add('endless', () => new Promise(() => {}));
add('blocking', () => {
  for (;;);
});
let starts = 0;
add('slow', async function* () {
  starts += 1;
  yield `start ${starts}`;
  for (let index = 0; index < 40; index++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    yield `word ${index}`;
  }
});
add('starts', () => starts);
add('exit', () => process.kill(process.pid, 'SIGKILL'));
add('fine', () => 'fine');
