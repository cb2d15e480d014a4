import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { secret, Toolkit, ToolSpec } from 'toolwright';
import { connectInMemory } from './clients.js';

const token = 'ghp_12345';

describe('progress and log messages that a client receives', () => {
  it('contain neither secrets nor absolute paths', async () => {
    const toolkit = new Toolkit({ state: { github: { token: secret(token) } } });
    const text = `with ${token} from /srv/app/key.pem`;
    toolkit.register(
      ToolSpec.create({
        name: 'work',
        executor: {
          kind: 'test',
          execute: (_, ctx) => {
            ctx.progress(1, 2, text);
            ctx.log('info', text, { error: new Error(text), nested: [text] });
            return text;
          },
        },
      }),
    );
    const client = await connectInMemory(toolkit);
    const received: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void received.push(params.data));
    const onprogress = ({ message }: { readonly message?: string | undefined }) => void received.push(message);
    const result = await client.callTool({ name: 'work' }, undefined, { onprogress });
    const shown = 'with [redacted] from [path]';
    expect(received).toHaveLength(2);
    expect(received).toEqual(
      expect.arrayContaining([
        shown,
        { message: shown, data: { error: expect.stringContaining(`Error: ${shown}`), nested: [shown] } },
      ]),
    );
    expect(JSON.stringify(received)).not.toMatch(/ghp_|srv|\.js/);
    expect(result.content).toEqual([{ type: 'text', text }]);
  });
});
