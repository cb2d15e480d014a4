/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'toolwright/dto';
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as validator from 'class-validator';
import { dtoJsonSchema } from '../../src/schema/class-validator/dto-schema.js';
import type { RuleEntry } from '../../src/schema/class-validator/rule-entry.js';
import { ruleTable } from '../../src/schema/class-validator/rule-table.js';
import { rulesOf } from '../../src/schema/dto/validation-rules.js';
import { fc } from '../support/fast-check.js';
import { decoratorSamples, validTexts } from './decorator-samples.js';

const docsPage = join(import.meta.dirname, '../../docs/dto-rules.md');

describe('ruleTable', () => {
  it('has every decorator that class-validator exports, and nothing else', () => {
    expect(ruleTable.map(({ decorator }) => decorator).sort()).toEqual(exportedDecorators());
  });

  it('is in the documentation', () => {
    const page = readFileSync(docsPage, 'utf8');
    const updated = page.replace(
      /(<!-- rules -->\n)[\s\S]*(<!-- end of rules -->)/,
      (_, start, end) => start + renderLists() + end,
    );
    if (process.env.UPDATE_SCHEMA === '1') writeFileSync(docsPage, updated);
    expect(readFileSync(docsPage, 'utf8')).toBe(updated);
  });

  describe.each(ruleTable.filter(({ rule }) => rule !== ''))('$decorator', (entry) => {
    it.each(samplesOf(entry))('is recorded under its rule name %#', (decorate) => {
      const [rule] = rulesOf(classWith(decorate));
      expect(rule?.name).toBe(entry.rule);
    });

    it.each(samplesOf(entry))('accepts by the schema all values that the rule accepts %#', (decorate) => {
      const { accepts, published } = verdictsOf(decorate);
      fc.assert(
        fc.property(fc.oneof(anyText, anyJson, fc.constantFrom(...validTexts)), (value) => {
          // ajv finds no multiples among numbers that JavaScript writes with an exponent.
          fc.pre(entry.decorator !== 'IsDivisibleBy' || typeof value !== 'number' || Math.abs(value) < 1e21);
          // The rule accepts an array instead of an object. The schema only publishes the intended form.
          fc.pre(entry.decorator !== 'ValidateNested' || !Array.isArray(value));
          if (accepts(value)) expect({ value, published: published(value) }).toEqual({ value, published: true });
        }),
      );
    });

    if (entry.coverage === 'exact' && entry.toSchema !== undefined) {
      it.each(samplesOf(entry))('rejects by the schema all values that the rule rejects %#', (decorate) => {
        const { accepts, published } = verdictsOf(decorate);
        fc.assert(
          fc.property(fc.oneof(anyText, anyJson, fc.constantFrom(...validTexts)), (value) => {
            if (published(value)) expect({ value, accepted: accepts(value) }).toEqual({ value, accepted: true });
          }),
        );
      });
    }
  });
});

function exportedDecorators(): readonly string[] {
  return Object.entries(validator)
    .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function' && !String(value).startsWith('class'))
    .map(([name]) => name)
    .sort();
}

const coverages = {
  exact: 'the schema accepts exactly what these rules accept.',
  partial: 'the schema accepts more than these rules.',
  hint: 'apart from the type, the schema only describes these rules.',
  none: 'these rules run, but are not published.',
};

/** Returns a list for each coverage, with the decorators that are published in the same way in one item. */
function renderLists(): string {
  const entries = [...ruleTable].sort((one, other) => (one.decorator < other.decorator ? -1 : 1));
  const lists = Object.entries(coverages).map(([coverage, meaning]) => {
    const covered = entries.filter((entry) => entry.coverage === coverage);
    const items = [...new Set(covered.map(publishedBy))].map((published) => {
      const same = covered.filter((entry) => publishedBy(entry) === published);
      return `- ${namesOf(same)}: ${published}\n`;
    });
    return `\n\`${coverage}\`: ${meaning}\n\n${items.join('')}`;
  });
  const irregular = entries.filter(hasIrregularName);
  const otherCase = irregular.filter(hasNameOfDecorator).map(({ rule }) => `\`${rule}\``);
  const others = irregular
    .filter((entry) => !hasNameOfDecorator(entry))
    .map(({ decorator, rule }) => `\`${rule}\` of \`@${decorator}\``);
  return `${lists.join('')}
In an issue, a rule has the name of its decorator with a small first letter, except ${otherCase.join(', ')}, and ${others.join(', ')}.\n\n`;
}

function publishedBy({ description }: RuleEntry): string {
  if (description.startsWith('description: ')) return 'a `description` that names the form, such as `An IBAN.`';
  return /^`pattern: [^`]*`$/.test(description) ? 'a `pattern`' : description;
}

function namesOf(entries: readonly RuleEntry[]): string {
  return entries.map(({ decorator }) => `\`@${decorator}\``).join(', ');
}

function hasIrregularName({ decorator, rule }: RuleEntry): boolean {
  return rule !== '' && rule !== decorator.charAt(0).toLowerCase() + decorator.slice(1);
}

/** Whether the names of the rule and of the decorator differ in upper and lower case only. */
function hasNameOfDecorator({ decorator, rule }: RuleEntry): boolean {
  return rule.toLowerCase() === decorator.toLowerCase();
}

function samplesOf({ decorator }: RuleEntry): readonly (readonly [PropertyDecorator])[] {
  const samples = decoratorSamples[decorator];
  if (samples === undefined) throw new TypeError(`decorator-samples.ts has no sample of @${decorator}`);
  return samples.map((decorate) => [decorate] as const);
}

function classWith(decorate: PropertyDecorator): new () => object {
  class Dto {}
  decorate(Dto.prototype, 'value');
  return Dto;
}

/** Returns the results of the rule and the published schema for a value, as the only property of an object. */
function verdictsOf(decorate: PropertyDecorator) {
  const Dto = classWith(decorate);
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, validateFormats: false });
  const validateSchema = ajv.compile(dtoJsonSchema(Dto, 't'));
  return {
    published: (value: unknown) => validateSchema({ value }),
    accepts: (value: unknown) => {
      try {
        return validator.validateSync(Object.assign(new Dto(), { value })).length === 0;
      } catch {
        // IsByteLength on half an emoji, IsNumber on 1e-7.
        return false;
      }
    },
  };
}

// class-validator does not count variation selectors: docs/dto-rules.md.
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ maxLength: 6 }),
    fc.stringMatching(/^[0-9a-fA-F.+-]{1,40}$/),
  )
  .map((text) => text.replaceAll(/[\uFE0E\uFE0F]/g, ''));

const anyJson = fc
  .oneof(
    fc.jsonValue({ stringUnit: 'binary' }),
    fc.array(fc.constantFrom('a', 'b', 1, null, true)),
    fc.integer({ min: -10, max: 100 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .filter((value) => !/\uFE0E|\uFE0F/.test(JSON.stringify(value)));
