import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { Effect, ObjectPlace, SchemaChange } from './schema-change.js';
import { joinPath } from './schema-words.js';
import { comparePatterns } from './strings/compare-strings.js';

/** Compares the schemas of the properties whose names match patterns. */
export function comparePatternProperties(
  before: JsonSchema,
  after: JsonSchema,
  place: ObjectPlace,
): readonly SchemaChange[] {
  const [old, now] = [before.patternProperties ?? {}, after.patternProperties ?? {}];
  const path = joinPath(place.path, '*');
  const added = new Set(Object.keys(now).filter((pattern) => !Object.hasOwn(old, pattern)));
  const changes = Object.keys(old).flatMap((pattern): readonly SchemaChange[] => {
    if (Object.hasOwn(now, pattern)) return place.compare(old[pattern], now[pattern], path);
    const [other, ...more] = [...added];
    const relation = other === undefined || more.length > 0 ? undefined : comparePatterns(pattern, other);
    if (other === undefined || relation === undefined || relation === 'other')
      return [{ path, effect: effectOf('narrower', before, place), text: 'was removed' }];
    added.delete(other);
    const inner = place.compare(old[pattern], now[other], path);
    if (relation === 'same') return inner;
    return [{ path, effect: effectOf(relation, after, place), text: `now has names that match ${other}` }, ...inner];
  });
  const further = Array.from(added, () => ({ path, effect: effectOf('wider', before, place), text: 'was added' }));
  return [...changes, ...further];
}

/**
 * Returns the effect of a pattern that matches more or fewer names: such properties are now allowed in a closed object, and now
 * limited in an open one.
 */
function effectOf(names: 'wider' | 'narrower', schema: JsonSchema, { isClosed }: ObjectPlace): Effect {
  const { additionalProperties = !isClosed } = schema;
  if (typeof additionalProperties === 'object') return 'other';
  return additionalProperties ? (names === 'wider' ? 'narrower' : 'wider') : names;
}
