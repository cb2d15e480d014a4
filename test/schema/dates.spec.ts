/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'toolwright/dto';
import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Type } from 'class-transformer';
import { IsArray, IsDate, IsOptional, ValidateNested } from 'class-validator';
import { Param, Tool, ToolRegistry, type ToolSpec } from 'toolwright';
import { defineToolSchemas } from 'toolwright/generated';

class Slot {
  @IsDate() @Type(() => Date) when!: Date;
  @IsOptional() @IsDate() @Type(() => Date) until?: Date | null;
}

class Plan {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Slot) slots!: Slot[];
  @IsOptional() @IsDate({ each: true }) @Type(() => Date) days?: Date[];
}

class Calendar extends ToolRegistry {
  @Tool() byParameter(@Param({ description: 'When it starts.' }) when: Date): Date {
    return when;
  }
  @Tool() byType(when: unknown): unknown {
    return when;
  }
  @Tool() byDto(slot: Slot): Date {
    return slot.when;
  }
  @Tool() plan(plan: Plan): readonly Date[] {
    return [...plan.slots.map((slot) => slot.when), ...(plan.days ?? [])];
  }
}
// As `toolwright generate` writes it for a `Date`.
const generated = { anyOf: ['date-time', 'date'].map((format) => ({ type: 'string', format })), instanceOf: Date };
defineToolSchemas(Calendar, { byType: { params: [{ name: 'when', schema: generated }] } });

function specOf(method: 'byParameter' | 'byType' | 'byDto' | 'plan'): ToolSpec {
  return new Calendar().toolSpec(method);
}

const sources = ['byParameter', 'byType', 'byDto'] as const;
const forms = 'must be a valid date-time such as 2026-12-01T09:00:00Z or a valid date such as 2026-12-01';

describe.each(sources)('a Date declared %s', (method) => {
  it.each([
    ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00:00.25+02:00', '2026-12-01T07:00:00.250Z'],
    ['2026-12-01t09:00:00z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01 09:00:00Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01', '2026-12-01T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('accepts %s, as its published schema does', async (text, instant) => {
    const spec = specOf(method);
    expect(await spec.call({ when: text })).toEqual(new Date(instant));
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    expect(ajv.validate(spec.inputSchema, { when: text })).toBe(true);
  });

  it.each([
    '2026-02-30',
    '2026-02-29',
    '2026-04-31T09:00:00Z',
    '2026-13-01',
    '2026-12-01T24:00:00Z',
    '2016-12-31T23:59:60Z',
    '2026-12-01T09:00:00',
    '2026-12-01T09:00:00+02',
    '2026-12',
    'Dec 1, 2026',
    'soon',
    '5',
    '',
  ])("rejects '%s' with an example of a valid value", async (text) => {
    expect(await specOf(method).validate({ when: text })).toMatchObject({
      ok: false,
      issues: [{ path: '/when', message: `${forms}, got "${text}"` }],
    });
  });

  it.each([[5], [true], [['2026-12-01']], [{}]])('rejects %j, which is not text', async (value) => {
    expect((await specOf(method).validate({ when: value })).ok).toBe(false);
  });
});

describe('a Date in a DTO', () => {
  it('is read by the same rule in nested objects and in lists', async () => {
    const spec = specOf('plan');
    expect(await spec.call({ slots: [{ when: '2026-12-01', until: null }], days: ['2026-12-02'] })).toEqual([
      new Date('2026-12-01'),
      new Date('2026-12-02'),
    ]);
    const refused = await spec.validate({ slots: [{ when: '2026-12-01' }, { when: 5 }], days: ['2026-02-30'] });
    expect(refused).toEqual({
      ok: false,
      issues: [
        { path: '/slots/1/when', message: `${forms}, got 5`, rule: 'isDate' },
        { path: '/days/0', message: `${forms}, got "2026-02-30"`, rule: 'isDate' },
      ],
    });
  });

  it('accepts null where the DTO does, and publishes it', () => {
    expect(specOf('byDto').params.until).toEqual({ anyOf: [...generated.anyOf, { type: 'null' }] });
  });
});

describe('an argument with several formats', () => {
  it('is refused with an example of each format', async () => {
    class Clock extends ToolRegistry {
      @Tool() ring(@Param({ schema: { type: 'string', format: 'time' } }) at: string): string {
        return at;
      }
    }
    expect((await new Clock().toolSpec('ring').exec({ at: '9' })).toText()).toContain(
      '/at must be a valid time such as 09:00:00Z, got "9"',
    );
  });
});
