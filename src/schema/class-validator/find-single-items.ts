import type { ValidationIssue } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import { memoize } from '../../base/values/memoize.js';
import { isMap, isSet } from '../../base/values/value-kinds.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { describeDto } from './dto-description.js';
import { isSent, type SentProperty, visitInstances } from './nested-instances.js';
import { isArrayByItems } from './property-schema.js';

/** Finds single values that a caller sent for arrays: class-validator applies rules with `each` to them as well. */
export function findSingleItems(instance: object, sent: unknown): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  visitInstances(instance, sent, (received) => {
    for (const { name, argument, rules } of arrayProperties(received.dto)) {
      if (!Object.hasOwn(received.sent, argument)) continue;
      const value: unknown = Reflect.get(received.instance, name);
      const isOmitted = value === undefined || (value === null && rules.some((rule) => rule.name === 'isOptional'));
      if (isOmitted || Array.isArray(value) || isSet(value) || isMap(value)) continue;
      const message = `must be an array, got ${previewValue(received.sent[argument])}`;
      issues.push({ path: received.path + pointerOf([argument]), message, rule: 'isArray' });
    }
  });
  return issues;
}

const arrayProperties = memoize((dto: DtoClass): readonly SentProperty[] =>
  [...describeDto(dto).values()].filter(isSent).filter(isArrayByItems),
);
