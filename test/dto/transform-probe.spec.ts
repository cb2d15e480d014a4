import 'toolwright/dto';
import 'reflect-metadata';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  initialValues,
  probeTransforms,
  type TransformFacts,
} from '../../src/schema/class-validator/transform-probe.js';
import type { DtoClass } from '../../src/schema/dto/validation-rules.js';

describe('probeTransforms', () => {
  it('finds the type that @Type names', () => {
    class Inner {}
    class Dto {
      @Type(() => Inner) inner!: unknown;
      @Type(() => Date) date!: unknown;
      @Type(() => Number) number!: unknown;
      @Type(() => String) string!: unknown;
      @Type(() => Boolean) boolean!: unknown;
      @Type(() => Inner) list!: Inner[];
      none!: unknown;
    }
    const facts = probe(Dto, ['inner', 'date', 'number', 'string', 'boolean', 'list', 'none']);
    expect([...facts.values()].map(({ type }) => type)).toEqual([
      Inner,
      Date,
      Number,
      String,
      Boolean,
      Inner,
      undefined,
    ]);
    expect([...facts.values()].some(({ transformed }) => transformed)).toBe(false);
  });

  it('finds sets and maps', () => {
    class Inner {}
    class Dto {
      @Type(() => Inner) set!: Set<Inner>;
      @Type(() => Inner) map!: Map<string, Inner>;
      @Type(() => Inner) list!: Inner[];
    }
    const facts = probe(Dto, ['set', 'map', 'list']);
    expect([...facts.values()].map(({ collection, type }) => [collection, type])).toEqual([
      ['set', Inner],
      ['map', Inner],
      [undefined, Inner],
    ]);
  });

  it('finds the external names and the excluded properties', () => {
    class Parent {
      @Expose({ name: 'from_parent' }) fromParent!: string;
    }
    class Dto extends Parent {
      @Expose({ name: 'outer' }) inner!: string;
      @Expose() same!: string;
      @Exclude() excluded!: string;
      @Exclude({ toClassOnly: true }) outwardOnly!: string;
      @Exclude({ toPlainOnly: true }) inwardOnly!: string;
      plain!: string;
      get readOnly(): string {
        return '';
      }
      method(): void {}
    }
    const names = [
      'fromParent',
      'inner',
      'same',
      'excluded',
      'outwardOnly',
      'inwardOnly',
      'plain',
      'readOnly',
      'method',
    ];
    const facts = probe(Dto, names);
    expect(names.map((name) => facts.get(name)?.argument)).toEqual([
      'from_parent',
      'outer',
      'same',
      undefined,
      undefined,
      'inwardOnly',
      'plain',
      undefined,
      undefined,
    ]);
  });

  it('detects a @Transform that changes a value or throws', () => {
    class Dto {
      @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value)) trimmed!: unknown;
      @Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : value)) lower!: unknown;
      @Transform(({ value }) => (typeof value === 'number' ? Math.round(value) : value)) rounded!: unknown;
      @Transform(({ value }) => (value === true ? 'yes' : value)) worded!: unknown;
      @Transform(({ value }) => value ?? 'default') filled!: unknown;
      @Transform(({ value }) => (Array.isArray(value) ? value : [value])) listed!: unknown;
      @Transform(({ value }) => (Array.isArray(value) ? value.join() : value)) joined!: unknown;
      @Transform(({ value }) => JSON.parse(value)) throwing!: unknown;
      @Transform(({ value }) => value) unchanged!: unknown;
      @Transform(({ value }) => `${value}`, { toPlainOnly: true }) outward!: unknown;
      @Transform(({ value }) => value) @Type(() => Number) typed!: unknown;
      @Transform(({ value }) => value + 1) @Type(() => Number) counted!: unknown;
    }
    const names = ['trimmed', 'lower', 'rounded', 'worded', 'filled', 'listed', 'joined', 'throwing'];
    const facts = probe(Dto, [...names, 'unchanged', 'outward', 'typed', 'counted']);
    const transformed = [...facts].filter(([, fact]) => fact.transformed).map(([name]) => name);
    expect(transformed).toEqual([...names, 'counted']);
  });

  it('finds a discriminator and its subtypes, in order', () => {
    class Base {}
    class First extends Base {}
    class Second extends Base {}
    class Foreign {}
    const subTypes = [
      { value: Second, name: 'second' },
      { value: Foreign, name: 'foreign' },
      { value: First, name: 'first' },
    ];
    class Dto {
      @Type(() => Base, { discriminator: { property: 'kind', subTypes } }) one!: Base;
      @Type(() => Base, { discriminator: { property: 'type', subTypes }, keepDiscriminatorProperty: true })
      many!: Base[];
    }
    const facts = probeTransforms({
      dto: Dto,
      properties: ['one', 'many'],
      candidates: () => [Foreign, Date, First, Base, Second],
    });
    const subtypes = [
      { name: 'second', type: Second },
      { name: 'foreign', type: Foreign },
      { name: 'first', type: First },
    ];
    expect(facts.get('one')?.discriminator).toEqual({ property: 'kind', kept: false, subtypes });
    expect(facts.get('many')?.discriminator).toEqual({ property: 'type', kept: true, subtypes });
  });

  it('runs neither the constructor nor a setter of the class', () => {
    const ran: string[] = [];
    class Dto {
      @Expose() name!: string;
      constructor() {
        ran.push('constructor');
      }
      set watched(value: unknown) {
        ran.push(`set ${value}`);
      }
    }
    expect(probe(Dto, ['name', 'watched']).get('watched')?.argument).toBe('watched');
    expect(ran).toEqual([]);
  });

  it('catches all errors of user code', () => {
    class Broken {
      constructor() {
        throw new RangeError('no arguments');
      }
    }
    class Dto {
      @Type(() => Broken) broken!: unknown;
      @Type(() => {
        throw new RangeError('not yet');
      })
      late!: unknown;
      @Expose()
      @Transform(() => {
        throw new RangeError('never');
      })
      thrower!: unknown;
      fine!: unknown;
    }
    const facts = probe(Dto, ['broken', 'late', 'thrower', 'fine']);
    expect([...facts].map(([name, { argument, transformed }]) => [name, argument, transformed])).toEqual([
      ['broken', 'broken', true],
      ['late', 'late', true],
      ['thrower', 'thrower', true],
      ['fine', 'fine', false],
    ]);
  });
});

describe('initialValues', () => {
  it('returns the values of initialisers after class-transformer', () => {
    let constructed = 0;
    class Dto {
      limit = 10;
      unset: unknown;
      @Expose() exposed = 5;
      @Expose() @Transform(({ value }) => value ?? 'filled') filled!: string;
      constructor() {
        constructed++;
      }
    }
    expect(initialValues(Dto)).toEqual({ limit: 10, unset: undefined, exposed: undefined, filled: 'filled' });
    expect(constructed).toBe(1);
  });

  it('is empty if the constructor throws', () => {
    class Dto {
      limit = 10;
      constructor() {
        throw new RangeError('no');
      }
    }
    expect(initialValues(Dto)).toEqual({});
  });
});

function probe(dto: DtoClass, properties: readonly string[]): ReadonlyMap<string, TransformFacts> {
  return probeTransforms({ dto, properties, candidates: () => [] });
}
