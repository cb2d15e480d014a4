import { agentLoopRequirements } from './requirements/agent-loop.js';
import { agentSdkRequirements } from './requirements/agent-sdks.js';
import { approvalRequirements } from './requirements/approval.js';
import { approvalTokenRequirements } from './requirements/approval-token.js';
import { appsRequirements } from './requirements/apps.js';
import { buildPluginRequirements } from './requirements/build-plugin.js';
import { builtinRequirements } from './requirements/builtin.js';
import { codeModeRequirements } from './requirements/code-mode.js';
import { errorsRequirements } from './requirements/errors.js';
import { featuresRequirements } from './requirements/features.js';
import { flowRequirements } from './requirements/flow.js';
import { guardedToolsRequirements } from './requirements/guarded-tools.js';
import { httpRequirements } from './requirements/http.js';
import { loaderRequirements } from './requirements/loader.js';
import { mcpAuthorizationRequirements } from './requirements/mcp-authorization.js';
import { mcpClientRequirements } from './requirements/mcp-client.js';
import { mcpHttpRequirements } from './requirements/mcp-http.js';
import { mcpServerRequirements } from './requirements/mcp-server.js';
import { multimodalRequirements } from './requirements/multimodal.js';
import { natsCallsRequirements } from './requirements/nats-calls.js';
import { nestRequirements } from './requirements/nest.js';
import { openapiRequirements } from './requirements/openapi.js';
import type { Requirement, Section } from './requirements/requirement.js';
import { resourcesRequirements } from './requirements/resources.js';
import { restRequirements } from './requirements/rest.js';
import { sandboxRequirements } from './requirements/sandbox.js';
import { scaleOutRequirements } from './requirements/scale-out.js';
import { schemasRequirements } from './requirements/schemas.js';
import { sessionsRequirements } from './requirements/sessions.js';
import { skillsRequirements } from './requirements/skills.js';
import { stateRequirements } from './requirements/state.js';
import { streamingRequirements } from './requirements/streaming.js';
import { subagentsRequirements } from './requirements/subagents.js';
import { toolkitRequirements } from './requirements/toolkit.js';
import { validationRequirements } from './requirements/validation.js';

/** The behaviours that SECURITY.md, README.md and the pages of docs promise. */
export const requirements: readonly Requirement[] = [
  ...approvalRequirements,
  ...approvalTokenRequirements,
  ...flowRequirements,
  ...stateRequirements,
  ...sessionsRequirements,
  ...schemasRequirements,
  ...validationRequirements,
  ...errorsRequirements,
  ...streamingRequirements,
  ...toolkitRequirements,
  ...mcpClientRequirements,
  ...mcpServerRequirements,
  ...mcpAuthorizationRequirements,
  ...mcpHttpRequirements,
  ...appsRequirements,
  ...resourcesRequirements,
  ...httpRequirements,
  ...restRequirements,
  ...openapiRequirements,
  ...skillsRequirements,
  ...loaderRequirements,
  ...buildPluginRequirements,
  ...builtinRequirements,
  ...guardedToolsRequirements,
  ...sandboxRequirements,
  ...codeModeRequirements,
  ...featuresRequirements,
  ...nestRequirements,
  ...agentLoopRequirements,
  ...agentSdkRequirements,
  ...multimodalRequirements,
  ...subagentsRequirements,
  ...natsCallsRequirements,
  ...scaleOutRequirements,
];

/** The pages of which every section makes a promise. */
export const pagesOfPromises: readonly { readonly page: string; readonly only?: readonly string[] }[] = [
  {
    page: 'SECURITY.md',
    only: [
      ...['what-is-a-vulnerability', 'code-of-models', 'programs-in-the-sandbox'],
      ...['programs-that-models-run', 'programs-of-shelltools', 'permission-rules', 'flow-of-data', 'large-results'],
    ],
  },
  ...[
    ...['approval', 'mcp-client', 'mcp-server', 'multi-tenant', 'errors', 'binding-and-state'],
    ...['sessions', 'streaming', 'server-sent-events', 'toolkit', 'schemas', 'build-plugin', 'builtin'],
    ...['rest', 'openapi', 'skills', 'loader', 'agent-sdks', 'subagents', 'multimodal', 'sandbox', 'code-mode'],
    ...['guarded-tools', 'scale-out', 'http', 'flow'],
  ].map((name) => ({ page: `docs/${name}.md` })),
];

/** The sections of these pages that make no promise, with the reason. */
export const sectionsWithoutPromises: Readonly<Record<Section, string>> = {};
