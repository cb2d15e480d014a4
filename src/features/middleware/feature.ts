import type { Feature } from '../../toolkit/feature.js';
import type { PipelineSteps } from '../../toolkit/pipeline/pipeline.js';
import { applyMiddleware } from './run/apply-middleware.js';
import { postprocessResponses } from './run/postprocess-responses.js';

/** Functions that wrap the calls of tools: middleware, and `postprocess` of `register`. */
export class MiddlewareFeature implements Feature {
  readonly name = 'middleware';
  readonly steps: PipelineSteps = { wrap: applyMiddleware, respond: postprocessResponses };
}
