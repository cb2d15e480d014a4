import { namePlaceOf, pointerOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { listOf } from '../../base/values/list-of.js';
import { alternatives, propertyOf, type SchemaRecord } from '../../schema/json-schema/alternatives.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { ParamFlow } from '../../tool/metadata/flow-options.js';
import { type ArgumentPlace, type DecidingPolicy, decidesAt, hasFormat, isIdName } from './deciding-parameters.js';
import type { FlowPlace } from './labels/flow-tree.js';

/** A value in the arguments of a call that contains no other one. The name of a member of an open object is one too. */
export interface ArgumentLeaf {
  /** The JSON Pointer of the value, or the place of the name: the pointer of the member with `~#` at its end. */
  readonly pointer: string;
  readonly value: unknown;
  readonly shape: ArgumentShape;
}

// What is deeper is one value, which nothing equals.
const maxDepth = 200;

const exactFormats = /^(?:uri|iri|uuid|url)/;

/** What is known of a place in the arguments of a tool. Computed once for each place that its schema describes. */
export class ArgumentShape implements ArgumentPlace {
  readonly name: string;
  readonly said: ParamFlow;
  readonly schemas: readonly SchemaRecord[];
  /** Whether a value here decides what a call does. */
  readonly decides: boolean;
  /** Whether a value here is an ID. */
  readonly isId: boolean;
  /** Whether upper and lower case are significant. */
  readonly isExact: boolean;
  /** Whether an object or an array is expected, in whose place models also send its JSON text. */
  readonly isContainer: boolean;
  /** Whether a text is expected. */
  readonly isText: boolean;
  readonly #place: FlowPlace<ParamFlow>;
  readonly #policy: DecidingPolicy;
  readonly #described = new Map<string, ArgumentShape>();
  #items: ArgumentShape | undefined;

  constructor(policy: DecidingPolicy, { name, schemas, place }: ShapeParts) {
    this.#policy = policy;
    this.#place = place;
    this.name = name;
    this.schemas = schemas;
    this.said = place.said;
    this.isId = isIdName(name);
    this.isExact = this.isId || hasFormat(schemas, exactFormats);
    const types = schemas.flatMap(({ type }) => listOf(type));
    this.isContainer = types.includes('object') || types.includes('array');
    this.isText = types.includes('string');
    this.decides = decidesAt(this, policy);
  }

  /** Returns the shape of all arguments of a tool. */
  static of(policy: DecidingPolicy): ArgumentShape {
    const root = policy.spec.inputSchema;
    return new ArgumentShape(policy, { name: '', schemas: alternatives(root, root), place: policy.params.root });
  }

  /** Returns the shape of a member that a schema describes. Undefined if none does. */
  described(key: string): ArgumentShape | undefined {
    const known = this.#described.get(key);
    if (known !== undefined) return known;
    const described = this.schemas.flatMap((schema) => propertyOf(schema, key));
    if (described.length === 0) return undefined;
    const shape = this.#create(key, described, this.#place.at(key));
    this.#described.set(key, shape);
    return shape;
  }

  /** Returns the shape of a member that no schema describes. */
  other(key: string): ArgumentShape {
    const schemas = this.schemas.map(({ additionalProperties }) => additionalProperties);
    return this.#create(key, schemas, this.#place.at(key));
  }

  /** Returns the shape of the name of a member that no schema describes, which the model has chosen. */
  nameOf(key: string): ArgumentShape {
    return new ArgumentShape(this.#policy, { name: this.name, schemas: [], place: this.#place.at(key) });
  }

  item(index: number): ArgumentShape {
    const hasPlaces = this.#place.hasIndexes || this.schemas.some(({ prefixItems }) => Array.isArray(prefixItems));
    if (hasPlaces) return this.#itemAt(index);
    this.#items ??= this.#itemAt(index);
    return this.#items;
  }

  #itemAt(index: number): ArgumentShape {
    const schemas = this.schemas.map(({ items, prefixItems }) =>
      Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : items,
    );
    return this.#create(this.name, schemas, this.#place.at(String(index)));
  }

  #create(name: string, schemas: readonly unknown[], place: FlowPlace<ParamFlow>): ArgumentShape {
    const root: JsonSchema = this.#policy.spec.inputSchema;
    return new ArgumentShape(this.#policy, { name, schemas: schemas.flatMap((one) => alternatives(one, root)), place });
  }
}

/** Returns the object or array of a JSON text, which is accepted in place of it. Undefined for any other text. */
function parseContainer(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

interface ShapeParts {
  readonly name: string;
  readonly schemas: readonly SchemaRecord[];
  readonly place: FlowPlace<ParamFlow>;
}

/** Returns the leaves of arguments, or those at places that a function selects. */
export function leavesOf(
  args: unknown,
  shape: ArgumentShape,
  isWanted: (shape: ArgumentShape) => boolean = () => true,
): readonly ArgumentLeaf[] {
  const leaves: ArgumentLeaf[] = [];
  const steps: string[] = [];
  const add = (value: unknown, at: ArgumentShape): void => {
    if (isWanted(at)) leaves.push({ pointer: pointerOf(steps), value, shape: at });
  };
  const addName = (name: string, at: ArgumentShape): void => {
    if (isWanted(at)) leaves.push({ pointer: namePlaceOf(pointerOf(steps)), value: name, shape: at });
  };
  const visit = (value: unknown, at: ArgumentShape): void => {
    if (steps.length > maxDepth) {
      add('[nested too deep]', at);
      return;
    }
    const parsed = typeof value === 'string' && at.isContainer ? parseContainer(value) : undefined;
    if (parsed !== undefined) {
      visit(parsed, at);
      if (at.isText) add(value, at);
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) within(String(index), () => visit(item, at.item(index)));
    } else if (isRecord(value)) {
      for (const [key, member] of Object.entries(value)) within(key, () => visitMember(key, member, at));
    } else add(value, at);
  };
  const visitMember = (key: string, member: unknown, at: ArgumentShape): void => {
    const described = at.described(key);
    if (described === undefined) addName(key, at.nameOf(key));
    visit(member, described ?? at.other(key));
  };
  const within = (step: string, run: () => void): void => {
    steps.push(step);
    run();
    steps.pop();
  };
  visit(args, shape);
  return leaves;
}
