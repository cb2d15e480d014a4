import { classNameOf } from '../../base/values/class-name.js';
import { recordField } from '../metadata/class-records.js';
import { checkFieldOptions } from '../metadata/tool-option-names.js';
import type { FieldOptions } from '../metadata/tool-options.js';
import { checkCalled, findMember } from './definition-site.js';

/** A decorator for a property of a DTO. Requires legacy decorators, as class-validator does. */
export type FieldDecorator = (target: object, property: string | symbol) => void;

/**
 * Documents a property of a class-validator DTO for the model. It adds no validation rule.
 *
 * @example
 * ```ts
 * class NewItem {
 *   @IsString() @Field({ description: 'Shown in lists' })
 *   title!: string;
 * }
 * ```
 */
export function Field(options: FieldOptions): FieldDecorator;
export function Field(...args: readonly [FieldOptions, ...unknown[]]): FieldDecorator {
  checkCalled('@Field', args, 1);
  const field = Object.freeze({ ...args[0] });
  return (target, property) => {
    const site = findMember('@Field()', target, property);
    checkFieldOptions(args[0], `@Field() of ${classNameOf(site.owner)}.${site.member}`);
    recordField(site.owner, site.member, field);
  };
}
