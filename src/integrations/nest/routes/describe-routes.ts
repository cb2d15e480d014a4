import type { Type } from '@nestjs/common';
import { isMissingPackage } from '../../../base/runtime/load-package.js';
import { toMcp } from '../../../format/to-mcp.js';
import { type Toolkit } from '../../../index.js';
import { exportEach } from '../../../toolkit/export-each.js';
import { registeredSpecsOf } from '../../../toolkit/registered-specs.js';

type Swagger = Pick<typeof import('@nestjs/swagger'), 'ApiBody' | 'ApiExcludeController' | 'ApiOperation' | 'ApiParam'>;

/** The routes that call a tool, with their summaries. */
const callRoutes = {
  call: 'Calls a tool with the arguments in the body.',
  stream: 'Calls a tool, and sends its responses as server-sent events.',
} as const;

const otherRoutes = {
  list: 'Lists the tools that the caller may call.',
  approve: 'Decides on a deferred call.',
} as const;

/** The schema of the body that decides on a deferred call. */
const decisionSchema = {
  type: 'object',
  properties: {
    token: { type: 'string' },
    answer: { type: 'string', enum: ['approve', 'deny'] },
    input: { type: 'object' },
  },
  required: ['token', 'answer'],
  additionalProperties: false,
};

/** The controllers of a toolkit. */
export interface ToolkitControllers {
  readonly tools: Type | undefined;
  /** The MCP endpoint, which an OpenAPI document cannot describe. */
  readonly endpoint: Type | undefined;
}

/**
 * Describes the routes of a toolkit for the OpenAPI document of the application, if `@nestjs/swagger` is installed. Tools
 * that some callers must not see are left out.
 */
export async function describeRoutes({ tools, endpoint }: ToolkitControllers, toolkit: Toolkit): Promise<void> {
  const swagger = await loadSwagger();
  if (swagger === undefined) return;
  if (endpoint !== undefined) swagger.ApiExcludeController()(endpoint);
  if (tools !== undefined) describeToolRoutes(tools, toolkit, swagger);
}

function describeToolRoutes(controller: Type, toolkit: Toolkit, swagger: Swagger): void {
  const { ApiBody, ApiOperation, ApiParam } = swagger;
  for (const [method, summary] of Object.entries(otherRoutes)) {
    decorate(controller, method, [ApiOperation({ summary })]);
  }
  decorate(controller, 'approve', [ApiBody({ schema: structuredClone(decisionSchema) })]);
  const restricted = registeredSpecsOf(toolkit)
    .filter(({ isRestricted }) => isRestricted)
    .map(({ name }) => name);
  const tools = exportEach(toolkit.list({ exclude: restricted }), (spec) => spec.to(toMcp, { refs: 'inline' }));
  const oneOf = tools.map(({ name, description, inputSchema }) => {
    const { $schema: _, ...schema } = structuredClone(inputSchema) as Record<string, unknown>;
    return { ...schema, title: name, ...(description === undefined ? {} : { description }) };
  });
  for (const [method, summary] of Object.entries(callRoutes)) {
    decorate(controller, method, [
      ApiOperation({ summary }),
      ApiParam({ name: 'tool', ...(tools.length === 0 ? {} : { enum: tools.map(({ name }) => name) }) }),
      ApiBody({ schema: (tools.length === 0 ? { type: 'object' } : { oneOf }) as object }),
    ]);
  }
}

async function loadSwagger(): Promise<Swagger | undefined> {
  try {
    return await import('@nestjs/swagger');
  } catch (error) {
    // Only its absence is ignored.
    if (isMissingPackage(error)) return undefined;
    throw error;
  }
}

function decorate(controller: Type, method: string, decorators: readonly MethodDecorator[]): void {
  const prototype = controller.prototype as object;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, method);
  if (descriptor === undefined) return;
  for (const decorator of decorators) decorator(prototype, method, descriptor);
}
