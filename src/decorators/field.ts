import { recordField } from '../metadata/class-records.js';
import type { FieldOptions } from '../metadata/tool-options.js';
import { memberSite, refuseBare } from './definition-site.js';

/** A decorator for a DTO's property; legacy decorators only, as class-validator's are. */
export type FieldDecorator = (target: object, property: string | symbol) => void;

/**
 * Documents a property of a class-validator DTO for the model. It adds no rule.
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
  refuseBare('@Field', args, 1);
  const field = Object.freeze({ ...args[0] });
  return (target, property) => {
    const site = memberSite('@Field()', target, property);
    recordField(site.owner, site.member, field);
  };
}
