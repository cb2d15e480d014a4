import { OutputValidationError } from '../../base/errors/errors.js';

/** A vector of length 1. */
export type UnitVector = Float32Array<ArrayBuffer>;

// More than any model has.
const maxLength = 16_384;

/**
 * Returns what an embedding model returned as vectors of length 1.
 *
 * @throws OutputValidationError unless it is one vector of finite numbers for each text, all with the same length.
 */
export function readVectors(returned: unknown, count: number): readonly UnitVector[] {
  if (!Array.isArray(returned)) throw refuse('did not return an array of vectors');
  if (returned.length !== count) throw refuse(`returned ${returned.length} vectors for ${count} texts`);
  const vectors = returned.map(readVector);
  const length = vectors[0]?.length ?? 0;
  const other = vectors.find((vector) => vector.length !== length);
  if (other !== undefined) throw refuse(`returned vectors of different lengths: ${length} and ${other.length}`);
  return vectors;
}

function readVector(vector: unknown): UnitVector {
  const length: unknown = typeof vector === 'object' && vector !== null ? Reflect.get(vector, 'length') : undefined;
  if (typeof vector !== 'object' || vector === null || typeof length !== 'number' || !(length >= 1)) {
    throw refuse('returned a vector that is not a list of numbers');
  }
  if (length > maxLength) throw refuse(`returned a vector of ${length} numbers; at most ${maxLength} are accepted`);
  const numbers = Array.from({ length }, (_, index): unknown => Reflect.get(vector, index));
  if (!numbers.every(isFiniteNumber)) throw refuse('returned a vector with a value that is not a finite number');
  return toUnit(numbers);
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function toUnit(numbers: readonly number[]): UnitVector {
  const norm = Math.hypot(...numbers);
  if (!Number.isFinite(norm)) throw refuse('returned a vector whose values are too large');
  return Float32Array.from(numbers, (value) => (norm === 0 ? 0 : value / norm));
}

/** Returns the cosine of two vectors of the same length. */
export function similarity(one: UnitVector, other: UnitVector): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

function refuse(what: string): OutputValidationError {
  return new OutputValidationError(`The function 'embed' ${what}.`);
}
