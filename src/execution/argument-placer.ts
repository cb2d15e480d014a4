import { compileFunction, memberOf } from '../compiled-function.js';
import type { InputContract } from '../schema/input/input-contract.js';
import { alone } from '../schema/input/input-parts.js';
import { ABSENT } from '../state/state-path.js';
import type { ToolState } from '../state/tool-state.js';
import type { ToolArguments } from './tool-executor.js';

/** A bound parameter, as far as placing its value goes. */
export interface BoundPlace {
  readonly parameter: string;
  /** Whether it is a property of the one schema that describes all arguments. */
  readonly inWhole: boolean;
}

/** Places accepted arguments, which are ours to change, and bound values as the executor wants them. */
export type Placer = (value: Record<string, unknown>, state: ToolState) => ToolArguments;

/** Gives the value of the binding of that number; ABSENT where nothing is placed. */
export type BoundValue = (index: number, state: ToolState) => unknown;

type PlacerMaker = (boundValue: BoundValue) => Placer;

// Not state: what contracts compile to, by the order of the bindings. All instances of a class share them.
const makersByContract = new WeakMap<InputContract, Map<string, PlacerMaker>>();

/**
 * The placer of a contract that no receiver has the last word on. It is written out binding by binding: a property that is
 * set by a name that varies costs several times as much.
 */
export function placerOf(contract: InputContract, places: readonly BoundPlace[], boundValue: BoundValue): Placer {
  const makers = makersByContract.get(contract) ?? new Map<string, PlacerMaker>();
  makersByContract.set(contract, makers);
  const key = JSON.stringify(places.map(({ parameter }) => parameter));
  const maker = makers.get(key) ?? compilePlacer(contract, places);
  makers.set(key, maker);
  return maker(boundValue);
}

function compilePlacer({ layout }: InputContract, places: readonly BoundPlace[]): PlacerMaker {
  const lines = places.map(({ parameter, inWhole }, index) => {
    const target = memberOf(inWhole ? 'value' : 'placed', parameter);
    return `bound = boundValue(${index}, state); if (bound !== ABSENT) ${target} = bound;`;
  });
  const body = `return (boundValue) => (value, state) => {
    const placed = ${layout === 'whole' ? 'alone(value)' : 'value'};
    let bound;
    ${lines.join('\n')}
    return placed;
  };`;
  // Where code from strings is forbidden there are no accepted arguments either: ajv compiles no schema.
  return compileFunction({ ABSENT, alone }, body) as PlacerMaker;
}
