import { pointerOf } from '../../base/json/json-pointer.js';
import type { Constructor } from '../../tool/metadata/class-records.js';
import type { ClassFlow } from '../../tool/metadata/flow-options.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { type DtoProperty, describeDto } from './dto-description.js';

/** Returns what `@Field()` says of the data in the properties of a DTO class, and of the classes within it. */
export function dtoFlow(dto: DtoClass): ClassFlow {
  return Object.fromEntries(entriesOf(dto, [], []));
}

type Entry = readonly [pointer: string, flow: ClassFlow[string]];

function entriesOf(dto: Constructor, steps: readonly string[], within: readonly Constructor[]): readonly Entry[] {
  // A class that contains itself: its objects below this level have what is said of them here.
  if (within.includes(dto) || !isDtoClass(dto)) return [];
  return [...describeDto(dto).values()].flatMap((property) => {
    const own = [...steps, property.name];
    const nested = property.type ?? classOf(property);
    // A property may hold one object, or several of them.
    const paths = nested === undefined ? [] : [own, [...own, '*']];
    const { trust, readers, kind, idPattern, length, decides } = property.field;
    const said = { trust, readers, kind, idPattern, length, decides };
    const isSaid = Object.values(said).some((one) => one !== undefined);
    const flow: readonly Entry[] = isSaid ? [[pointerOf(own), said]] : [];
    return [...flow, ...paths.flatMap((path) => entriesOf(nested as Constructor, path, [...within, dto]))];
  });
}

function classOf({ designType }: DtoProperty): Constructor | undefined {
  return typeof designType === 'function' ? designType : undefined;
}
