import { Bind, Field, Param, Tool, Toolkit, ToolSpec } from 'toolwright';

const loose = (options: object): never => options as never;

describe('an unknown option', () => {
  it('of @Tool() is refused where the class is defined', () => {
    expect(() => {
      class Shop {
        @Tool(loose({ timoutMs: 5 }))
        find(): void {}
      }
      return Shop;
    }).toThrow("Shop.find: there is no option 'timoutMs'. Did you mean 'timeoutMs'?");
  });

  it.each<readonly [string, object, string]>([
    [
      'params',
      { params: { name: { minLenght: 1 } } },
      "find: params.name: there is no option 'minLenght'. Did you mean 'minLength'?",
    ],
    [
      'bind',
      { bind: { name: { statekey: 'a' } } },
      "find: bind.name: there is no option 'statekey'. Did you mean 'stateKey'?",
    ],
    [
      'retry',
      { retry: { maxRetries: 1, delayMS: 5 } },
      "find: retry: there is no option 'delayMS'. Did you mean 'delayMs'?",
    ],
  ])('of an entry of %s is refused', (_, options, message) => {
    expect(() => ToolSpec.fromFunction((name: string) => name, { name: 'find', ...options })).toThrow(message);
  });

  it('of @Param(), @Bind() and @Field() is refused, naming the member', () => {
    const define = (decorate: ParameterDecorator) => () => {
      class Shop {
        find(_name: string): void {}
      }
      decorate(Shop.prototype, 'find', 0);
    };
    expect(define(Param(loose({ descripton: 'a' })) as ParameterDecorator)).toThrow(
      "@Param() of Shop.find: there is no option 'descripton'. Did you mean 'description'?",
    );
    expect(define(Bind('key', loose({ requires: true })) as ParameterDecorator)).toThrow(
      "@Bind() of Shop.find: there is no option 'requires'. The options are default, optional.",
    );
    expect(() => Field(loose({ exmples: [] }))(class Dto {}.prototype, 'name')).toThrow(
      "@Field() of Dto.name: there is no option 'exmples'. Did you mean 'examples'?",
    );
  });

  it('of ToolSpec.create() and ToolSpec.fromFunction() is refused', () => {
    const executor = { kind: 'test', execute: () => 1 };
    expect(() => ToolSpec.create(loose({ name: 'find', executor, inputSchma: {} }))).toThrow(
      "find: there is no option 'inputSchma'. Did you mean 'inputSchema'?",
    );
    expect(() => ToolSpec.fromFunction(() => 1, loose({ name: 'find', descrption: 'a' }))).toThrow(
      "find: there is no option 'descrption'. Did you mean 'description'?",
    );
  });

  it('of an export is refused', () => {
    const spec = ToolSpec.fromFunction(() => 1, { name: 'find' });
    const toolkit = new Toolkit();
    const message = "there is no option 'labels'. ";
    for (const [name, one] of [
      ['toOpenAI', () => toolkit.toOpenAI(loose({ labels: ['a'] }))],
      ['toOpenAI', () => spec.toOpenAI(loose({ labels: ['a'] }))],
      ['toOpenAI', () => spec.toOpenAI(loose({ api: 'chat', labels: ['a'] }))],
      ['toAnthropic', () => toolkit.toAnthropic(loose({ labels: ['a'] }))],
      ['toGemini', () => toolkit.toGemini(loose({ labels: ['a'] }))],
      ['toPrompt', () => toolkit.toPrompt(loose({ labels: ['a'] }))],
      ['getJsonSchemas', () => toolkit.getJsonSchemas(loose({ labels: ['a'] }))],
    ] as const) {
      expect(one).toThrow(message);
      expect(one).toThrow(name);
    }
    expect(() => toolkit.list(loose({ tag: 'a' }))).toThrow("list: there is no option 'tag'. Did you mean 'tags'?");
    expect(() => toolkit.to((tool) => tool.name, loose({ own: 1 }))).not.toThrow();
  });
});
