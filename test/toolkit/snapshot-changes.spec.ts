import { Toolkit, ToolSpec } from 'toolwright';
import { warningsOf } from '../support/process-warnings.js';

function toolkitWith(names: readonly string[], { description = 'Does it', groups = ['mail'] } = {}): Toolkit {
  const toolkit = new Toolkit();
  for (const group of groups) toolkit.createGroup(group, { description });
  for (const name of names) toolkit.register(ToolSpec.fromFunction(() => name, { name, description }));
  toolkit.enableMetaTool();
  return toolkit;
}

function saved(toolkit: Toolkit): unknown {
  return JSON.parse(JSON.stringify(toolkit.snapshot()));
}

describe('a snapshot', () => {
  it('lists the tools and groups by name and fingerprint', () => {
    const toolkit = toolkitWith(['find', 'erase']);
    const { tools, groups } = toolkit.snapshot();
    expect(Object.keys(tools ?? {})).toEqual(['find', 'erase']);
    expect(Object.keys(groups ?? {})).toEqual(['basic', 'mail']);
    expect(saved(toolkitWith(['find', 'erase']))).toEqual(saved(toolkit));
    expect(toolkitWith(['find'], { description: 'Does more' }).snapshot().tools?.find).not.toBe(tools?.find);
  });

  it('is restored without a warning if nothing has changed, or more has been added', async () => {
    const toolkit = toolkitWith(['find', 'erase', 'add'], { groups: ['mail', 'admin'] });
    expect(await warningsOf(() => toolkit.restore(saved(toolkitWith(['find', 'erase']))))).toEqual([]);
  });

  it('is restored with one warning that names missing and changed tools and groups', async () => {
    const before = toolkitWith(['find', 'erase'], { groups: ['mail', 'admin'] });
    const after = toolkitWith(['find'], { description: 'Does more' });
    expect(await warningsOf(() => after.restore(saved(before)))).toEqual([
      "restore(): since the snapshot was taken, the tool 'find' has changed; the tool 'erase' is missing; " +
        "the group 'mail' has changed; the group 'admin' is missing.",
    ]);
  });

  it('is restored without a group that was active and has been removed', async () => {
    const before = toolkitWith([], { groups: ['mail', 'admin'] });
    before.updateGroups(['mail', 'admin'], true);
    const after = toolkitWith([]);
    const warnings = await warningsOf(() => after.restore(saved(before)));
    expect(after.activeGroups()).toEqual(['basic', 'mail']);
    expect(warnings).toEqual(["restore(): since the snapshot was taken, the group 'admin' is missing."]);
  });

  it.each([
    ['tools', []],
    ['groups', { mail: 1 }],
  ])('is rejected with %s that are not fingerprints by name', (name, value) => {
    expect(() => new Toolkit().restore({ activeGroups: [], state: {}, [name]: value })).toThrow(
      `restore(): ${name} must be an object of fingerprints by name`,
    );
  });

  it('may be restored without fingerprints', async () => {
    const toolkit = toolkitWith(['find']);
    expect(await warningsOf(() => toolkit.restore({ activeGroups: ['mail'], state: {} }))).toEqual([]);
    expect(toolkit.activeGroups()).toEqual(['basic', 'mail']);
  });
});
