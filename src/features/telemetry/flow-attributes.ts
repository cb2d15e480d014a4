import type { Attributes } from '@opentelemetry/api';
import { namedMemberOf, namePlaceOf, pointerOf, stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import type { Outcome } from '../../call/outcome.js';
import { alternatives, propertyOf } from '../../schema/json-schema/alternatives.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { MiddlewareCall } from '../../toolkit/entry/middleware.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { partOf } from '../../toolkit/pipeline/pipeline.js';
import { rootOf } from '../../toolkit/pipeline/root-of.js';

/**
 * Creates the attributes that say how trusted a call and its result are. Without the option `flow`, there are none.
 *
 * @param outcome - How the call has ended. Undefined if it was cancelled.
 */
export function createFlowAttributes({ context, spec }: MiddlewareCall, outcome: Outcome | undefined): Attributes {
  const root = rootOf(context);
  // The result is labelled only when it has passed all middleware, but what the tool has returned is known.
  const note = root && partOf(root.environment, flowPartKey)?.noteOn(root, outcome);
  if (note === undefined) return {};
  const { trust, decision, concerns } = note;
  const described = new Set(concerns.map((concern) => describeConcern(concern, spec)));
  return {
    'toolwright.flow.trust': trust,
    'toolwright.flow.decision': decision,
    ...(described.size === 0 ? {} : { 'toolwright.flow.concerns': [...described] }),
  };
}

function describeConcern({ kind, argument }: CallConcern, spec: ToolSpec | undefined): string {
  if (argument === undefined) return kind;
  const member = namedMemberOf(argument);
  const place = member === undefined ? withoutOpenNames(argument, spec) : namePlaceOf(withoutOpenNames(member, spec));
  return `${kind} ${place}`;
}

/** Returns a pointer with `*` in the place of each name that the tool does not have, because the model has written it. */
function withoutOpenNames(pointer: string, spec: ToolSpec | undefined): string {
  const root: JsonSchema = spec?.inputSchema ?? {};
  const isBound = Object.values(spec?.bindings ?? {}).some(({ parameter }) => pointerOf([parameter]) === pointer);
  if (isBound) return pointer;
  let schemas: readonly unknown[] = [root];
  const steps = stepsOf(pointer).map((step) => {
    const next = at(step, schemas, root);
    schemas = next.schemas;
    return next.step;
  });
  return pointerOf(steps);
}

/** Returns a step as it is shown, and the schemas of the values there. */
function at(step: string, schemas: readonly unknown[], root: JsonSchema) {
  const within = schemas.flatMap((schema) => alternatives(schema, root));
  const properties = within.flatMap((schema) => propertyOf(schema, step));
  if (properties.length > 0) return { step, schemas: properties };
  const items = within.flatMap((schema) => [schema.items ?? [], schema.prefixItems ?? []].flat());
  if (items.length > 0 && /^\d+$/.test(step)) return { step, schemas: items };
  return { step: '*', schemas: within.flatMap(({ additionalProperties }) => additionalProperties ?? []) };
}
