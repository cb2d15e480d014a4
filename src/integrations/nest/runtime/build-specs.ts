import type { ExternalContextCreator } from '@nestjs/core';
import { DefinitionError } from '../../../base/errors/errors.js';
import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { StandardSchema } from '../../../base/json/standard-schema.js';
import { ToolState } from '../../../call/state/tool-state.js';
import { readGenerated } from '../../../tool/metadata/generated-tools.js';
import type { DeclaredTool, ToolMetadata } from '../../../tool/metadata/tool-metadata.js';
import { readOffers, readTools } from '../../../tool/metadata/tool-metadata.js';
import { implementationOf } from '../../../tool/registry/method-implementation.js';
import { buildSpec } from '../../../tool/registry/tool-specs-of.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import { nestExecutor } from '../execution/nest-executor.js';
import type { OpenCalls } from '../execution/open-calls.js';
import type { RequestScope } from '../execution/request-scope.js';
import { checkEnhancers, ToolHost } from '../execution/tool-host.js';
import { describeNestParameters, storeArguments } from '../execution/tool-parameters.js';
import type { ToolClass } from './find-tool-classes.js';
import { createVisibilityCheck } from './hide-unauthorized.js';

/** What the tools of an application share. */
export interface SpecEnvironment {
  readonly creator: ExternalContextCreator;
  readonly requests: RequestScope;
  readonly openCalls: OpenCalls;
  readonly isValidatedByNest: boolean;
}

/** A spec, and the method that it calls. */
export interface BuiltSpec {
  readonly spec: ToolSpec;
  readonly method: string;
  /** Whether the build plugin, or a generated module, describes the types of the method. */
  readonly isTyped: boolean;
  /** Creates the handler of the method, when the application has all its global enhancers. */
  readonly prepare: () => void;
}

/**
 * Builds the specs of a class whose methods Nest runs.
 *
 * @throws DefinitionError on an invalid definition, and if Nest would skip a guard, interceptor, pipe or filter.
 */
export function buildSpecs({ owner, wrapper }: ToolClass, environment: SpecEnvironment): readonly BuiltSpec[] {
  const { creator, isValidatedByNest } = environment;
  const parts = { owner, wrapper, creator, isValidatedByNest };
  const host = new ToolHost(parts);
  const state = new ToolState();
  return [...readTools(owner), ...readOffers(owner)].map((declared: DeclaredTool) => {
    checkEnhancers(parts, declared.method);
    checkImplementation(declared.describe());
    const described = describeNestParameters(owner, declared.describe());
    const tool = withVisibility(described, { owner, wrapper }, environment.requests);
    storeArguments(owner, tool);
    const build = (metadata: ToolMetadata): ToolSpec => {
      const spec: ToolSpec = buildSpec(metadata, state, (slots) =>
        nestExecutor({ ...environment, tool: metadata, slots, host, getSpec: () => spec }),
      );
      return spec;
    };
    const spec = build(tool);
    const enforced = isValidatedByNest ? build(withoutValidation(tool, spec.inputSchema)) : spec;
    const isTyped = readGenerated(owner).some((tools) => tools?.[declared.method] !== undefined);
    return { spec: enforced, method: declared.method, isTyped, prepare: () => host.prepare(declared.method) };
  });
}

/** Throws a DefinitionError for a tool that does not run its method, because guards and interceptors could not apply. */
function checkImplementation(tool: ToolMetadata): void {
  if (implementationOf(tool) === undefined) return;
  throw new DefinitionError(
    `${tool.className}.${tool.method} declares an operation, which ToolkitModule does not run. ` +
      'Call the operation in the method, or register an instance of the class in a Toolkit.',
  );
}

function withVisibility(tool: ToolMetadata, { owner, wrapper }: ToolClass, requests: RequestScope): ToolMetadata {
  const isVisible = createVisibilityCheck({ owner, wrapper, method: tool.method, name: tool.name });
  if (isVisible === undefined) return tool;
  const { canAccess } = tool.options;
  const options = {
    ...tool.options,
    canAccess: (...[auth, info, given]: Parameters<NonNullable<typeof canAccess>>) => {
      const hostRequest = given ?? requests.current;
      return isVisible({ auth, hostRequest }) && (canAccess === undefined || canAccess(auth, info, hostRequest));
    },
  };
  return Object.freeze({ ...tool, options: Object.freeze(options) });
}

/** Replaces the schemas of a tool by one that publishes the same, and accepts anything. */
function withoutValidation(tool: ToolMetadata, published: JsonSchema): ToolMetadata {
  const jsonSchema = (): Record<string, unknown> => structuredClone(published) as Record<string, unknown>;
  const inputSchema: StandardSchema = {
    '~standard': {
      version: 1,
      vendor: 'nest',
      validate: (value) => ({ value }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
  return Object.freeze({ ...tool, options: Object.freeze({ ...tool.options, inputSchema }) });
}
