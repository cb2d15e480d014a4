import { ownOptions } from '../base/options/check-options.js';
import type { ApprovalOptions } from '../features/approval/approval.js';
import { checkDecision } from '../features/approval/approval-decision.js';
import { ApprovalFeature } from '../features/approval/feature.js';
import { BackgroundFeature } from '../features/background/feature.js';
import { ClientToolsFeature } from '../features/client-tools/feature.js';
import { CodeModeFeature } from '../features/code-mode/feature.js';
import { DurableFeature } from '../features/durable/feature.js';
import { ExtendedFeature } from '../features/extended/feature.js';
import { FlowFeature } from '../features/flow/feature.js';
import type { FlowOptions } from '../features/flow/flow-options.js';
import { MetaFeature } from '../features/meta/feature.js';
import { MiddlewareFeature } from '../features/middleware/feature.js';
import { OffersFeature } from '../features/offers/feature.js';
import { OffloadFeature } from '../features/offload/feature.js';
import { SearchFeature } from '../features/search/feature.js';
import { type SearchOptions, searchOptionNames } from '../features/search/search-options.js';
import { SkillsFeature } from '../features/skills/feature.js';
import { SourcesFeature } from '../features/sources/feature.js';
import type { TaskStore } from '../stores/task-store.js';
import type { FeatureName } from '../toolkit/feature.js';
import type { ToolCatalog } from '../toolkit/tool-catalog.js';

/** The features that each toolkit has, by name. */
interface FeatureMap {
  readonly approval: ApprovalFeature;
  readonly background: BackgroundFeature;
  readonly 'client-tools': ClientToolsFeature;
  readonly 'code-mode': CodeModeFeature;
  readonly durable: DurableFeature;
  readonly extended: ExtendedFeature;
  readonly flow: FlowFeature | undefined;
  readonly meta: MetaFeature;
  readonly middleware: MiddlewareFeature;
  readonly offers: OffersFeature;
  readonly offload: OffloadFeature;
  readonly search: SearchFeature;
  readonly skills: SkillsFeature;
  readonly sources: SourcesFeature;
}

/** The options of a toolkit that concern its features. */
export interface FeatureOptions extends ApprovalOptions {
  readonly taskStore?: TaskStore | undefined;
  readonly search?: SearchOptions | undefined;
  readonly maxPendingCalls?: number | undefined;
  readonly flow?: FlowOptions | undefined;
}

/** Creates the features of a toolkit when they are first needed. */
export function createFeature(
  name: FeatureName,
  { maxPendingCalls = 256, taskStore, search = {}, flow, ...options }: FeatureOptions,
  catalog: ToolCatalog,
): FeatureMap[FeatureName] {
  const create: { readonly [Name in FeatureName]: () => FeatureMap[Name] } = {
    approval: () => new ApprovalFeature(options),
    background: () => new BackgroundFeature(catalog),
    'client-tools': () => new ClientToolsFeature(catalog, maxPendingCalls),
    'code-mode': () => new CodeModeFeature(catalog),
    durable: () => new DurableFeature(taskStore, checkDecision),
    extended: () => new ExtendedFeature(catalog),
    flow: () => flow && new FlowFeature(flow, catalog),
    meta: () => new MetaFeature(catalog),
    middleware: () => new MiddlewareFeature(),
    offers: () => new OffersFeature(),
    offload: () => new OffloadFeature(),
    search: () => new SearchFeature(catalog, ownOptions(search, searchOptionNames)),
    skills: () => new SkillsFeature(catalog),
    sources: () => new SourcesFeature(catalog),
  };
  return create[name]();
}

/** Returns a feature of a toolkit, and installs it first if it is not. */
export function featureOf<Name extends FeatureName>(
  { parts: { catalog } }: { readonly parts: { readonly catalog: ToolCatalog } },
  name: Name,
): FeatureMap[Name] {
  // The names and the types of features belong together in `createFeature`.
  return catalog.features.require({ name, what: 'This method' }) as FeatureMap[Name];
}
