import type { ToolkitFeatureOptions } from '../options/module-options.js';

/** What a feature module adds to a toolkit. The loader finds it among the providers of the application. */
export class ToolkitFeature {
  readonly options: ToolkitFeatureOptions;

  constructor(options: ToolkitFeatureOptions) {
    this.options = options;
  }
}
