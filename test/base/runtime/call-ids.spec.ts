import { ToolSpec } from 'toolwright';

describe('the ID of a call without one', () => {
  it('is a UUID of the tool and the number of the call', async () => {
    const spec = ToolSpec.fromFunction(() => 1, { name: 'one' });
    const ids: string[] = [];
    for (let call = 0; call < 3_100; call++) ids.push((await spec.exec({})).callId);
    const [uuid] = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(ids[0] ?? '') ?? [];
    expect(uuid).toBeDefined();
    expect(ids).toEqual(Array.from({ length: 3_100 }, (_, index) => `${uuid}-${index + 1}`));
    expect((await spec.rename('other').exec({})).callId).not.toContain(uuid);
  });
});
