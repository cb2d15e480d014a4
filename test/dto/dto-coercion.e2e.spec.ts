import 'toolwright/dto';
import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  Equals,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { ToolSpec, type ValidationError } from 'toolwright';
import { fc } from '../support/fast-check.js';

class Box {
  @IsNumber() size!: number;
  @IsOptional() @IsString() colour?: string;
}

class Order {
  @IsString() @MinLength(1) title!: string;
  @IsOptional() @IsInt() count?: number;
  @IsOptional() @IsBoolean() express?: boolean;
  @IsOptional() @IsIn([1, 2]) floor?: number;
  @IsOptional() @Equals(7) exactly?: number;
  @IsOptional() @IsArray() @IsInt({ each: true }) rooms?: number[];
  @IsOptional() @ValidateNested() @Type(() => Box) box?: Box;
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => Box) boxes?: Box[];
}

/** A mistake that a model may make in a part of an order, and the coerced value. */
type Slip = readonly [name: keyof Order, sent: string, meant: unknown];

const scalars: readonly Slip[] = [
  ['count', '5', 5],
  ['count', '-50', -50],
  ['express', 'true', true],
  ['express', 'false', false],
  ['floor', '2', 2],
  ['exactly', '7', 7],
];

const containers: readonly Slip[] = [
  ['rooms', '[1, 2]', [1, 2]],
  ['box', '{"size": 3}', { size: 3 }],
];

const jsonBlanks = [' ', '\t', '\n', '\r'];
// As `\s` in a pattern has them, and as `trim` takes them away.
const blanks = [...jsonBlanks, '\v', '\f', '\u00a0', '\ufeff', '\u2003', '\u2028'];

/** Such slips with white space around them. */
function padded(slips: readonly Slip[], around: readonly string[]): fc.Arbitrary<Slip> {
  const blank = fc.string({ unit: fc.constantFrom(...around), maxLength: 2 });
  return fc
    .tuple(fc.constantFrom(...slips), blank, blank)
    .map(([[name, sent, meant], before, after]) => [name, before + sent + after, meant]);
}

async function orderFrom(spec: ToolSpec, args: object): Promise<unknown> {
  const { data, error } = await spec.exec(args);
  return error === undefined ? data : (error as ValidationError).issues.map(({ path }) => path);
}

function orderTool(): ToolSpec {
  return ToolSpec.create({
    name: 'order',
    inputSchema: Order,
    executor: { kind: 'test', execute: (order) => JSON.parse(JSON.stringify(order)) as object },
  });
}

describe('the arguments that a DTO rejects', () => {
  it('are coerced if possible, and only the remaining issues are reported', async () => {
    const spec = orderTool();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(padded(scalars, blanks), padded(containers, jsonBlanks)),
        async ([name, sent, meant]) => {
          expect(await orderFrom(spec, { title: 'a', [name]: sent })).toEqual({ title: 'a', [name]: meant });
          expect(await orderFrom(spec, { title: '', [name]: sent })).toEqual(['/title']);
        },
      ),
    );
  });

  it.each<[string, object, object]>([
    ['an item', { rooms: [1, '2'] }, { rooms: [1, 2] }],
    ['a nested value', { box: { size: '2' } }, { box: { size: 2 } }],
    ['a nested value in a list', { boxes: [{ size: 1 }, { size: '2' }] }, { boxes: [{ size: 1 }, { size: 2 }] }],
    ['a number in JSON text', { box: '{"size": "2"}' }, { box: { size: 2 } }],
  ])('are coerced in %s', async (_, sent, meant) => {
    const spec = orderTool();
    for (const round of ['the first call loads the libraries', 'the second need not']) {
      expect([round, await orderFrom(spec, { title: 'a', ...sent })]).toEqual([round, { title: 'a', ...meant }]);
    }
    expect(await orderFrom(spec, { title: '', ...sent })).toEqual(['/title']);
  });

  it.each<[string, object, string]>([
    ['text that begins no value', { count: 'five' }, '/count'],
    ['text that only begins like one', { express: 'tomorrow' }, '/express'],
    ['a list of numbers where one is wanted', { count: [5] }, '/count'],
  ])('are reported if coercion is not possible: %s', async (_, sent, path) => {
    const spec = orderTool();
    for (let round = 0; round < 2; round++) expect(await orderFrom(spec, { title: 'a', ...sent })).toEqual([path]);
  });
});
