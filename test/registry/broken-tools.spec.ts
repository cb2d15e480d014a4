import { Param, Tool, Toolkit, ToolRegistry, toolSpecsOf } from 'toolwright';
import { defineToolSchemas } from 'toolwright/generated';

class Partly extends ToolRegistry {
  @Tool()
  good(): string {
    return 'ran';
  }

  @Tool({ params: { missing: { minLength: 1 } } })
  misnamed(name: string): string {
    return name;
  }

  @Tool({ verify: (() => 'applied') as never })
  misconfigured(): string {
    return '';
  }

  @Tool()
  untyped(@Param({ type: Object as never }) value: unknown): unknown {
    return value;
  }
}

describe('a tool that cannot be built', () => {
  it('leaves the others of its class reachable', async () => {
    const instance = new Partly();
    expect(await instance.toolSpec('good').call()).toBe('ran');
    expect(instance.toolSpec('good')).toBe(instance.toolSpec('good'));
    expect(instance.listToolSpecs()).toEqual(['good', 'misnamed', 'misconfigured', 'untyped']);
    expect(Partly.toolNames()).toEqual(['good', 'misnamed', 'misconfigured', 'untyped']);
  });

  it.each([
    ['misnamed', "Partly.misnamed: 'params' names 'missing', which is not a parameter."],
    ['misconfigured', "Partly.misconfigured: verify requires effect: 'write'"],
    ['untyped', 'Partly.untyped: parameter'],
  ] as const)('is named when it is asked for: %s', (method, message) => {
    for (let round = 0; round < 2; round++) expect(() => new Partly().toolSpec(method)).toThrow(message);
  });

  it('is refused where all tools of the class are needed', () => {
    const instance = new Partly();
    const message = /^Partly\.misnamed: /;
    expect(() => instance.toToolSpecs()).toThrow(message);
    expect(() => toolSpecsOf(instance)).toThrow(message);
    expect(() => new Toolkit().register(instance)).toThrow(message);
  });

  it('can be built once its schema has been defined', async () => {
    class Late extends ToolRegistry {
      @Tool()
      find(filter: string | number): unknown {
        return filter;
      }
    }
    const instance = new Late();
    expect(instance.listToolSpecs()).toEqual(['find']);
    expect(() => instance.toolSpec('find')).toThrow('has no runtime type');
    defineToolSchemas(Late, { find: { params: [{ name: 'filter', schema: { type: ['string', 'number'] } }] } });
    const spec = instance.toolSpec('find');
    expect(await spec.call({ filter: 5 })).toBe(5);
    defineToolSchemas(Late, {
      find: { description: 'Find', params: [{ name: 'filter', schema: { type: 'string' } }] },
    });
    expect([instance.toolSpec('find'), instance.toToolSpecs().find]).toEqual([spec, spec]);
  });
});
