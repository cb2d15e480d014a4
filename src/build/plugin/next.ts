import { checkRecordOptions, type PluginOptions } from './plugin-options.js';

/** The options of `withToolwright`. */
export type NextOptions = Omit<PluginOptions, 'types'>;

/** The part of the configuration of Next.js that is used. */
export interface NextConfig {
  readonly turbopack?: { readonly rules?: Readonly<Record<string, unknown>> | undefined } | undefined;
  /** The function that changes the configuration of webpack. It runs after the loader is added. */
  readonly webpack?: ((config: WebpackConfig, context: never) => unknown) | null | undefined;
}

/** The part of webpack's configuration that is used. */
export interface WebpackConfig {
  readonly module: { readonly rules: unknown[] };
}

/** The configuration that `withToolwright` adds. */
export interface AddedConfig {
  readonly turbopack: { readonly rules: Readonly<Record<string, unknown>> };
  /** Adds the loader to the configuration of webpack. */
  readonly webpack: (config: WebpackConfig, context: never) => unknown;
}

/**
 * Adds the loader of toolwright to the configuration of a Next.js application, for Turbopack and for webpack:
 * `export default withToolwright(nextConfig)`.
 */
export function withToolwright<Config extends NextConfig>(
  config: Config,
  options: NextOptions = {},
): Config & AddedConfig {
  checkRecordOptions(options, 'withToolwright');
  const loader = { loader: 'toolwright/next-loader', options: { ...options } };
  // Turbopack runs the loader only for files that match.
  const condition = { all: [{ not: 'foreign' }, { content: /\bclass\b/ }] };
  const rule = { condition, loaders: [loader] };
  const globs = ['*.ts', '*.tsx', '*.mts', '*.cts'];
  const rules = config.turbopack?.rules ?? {};
  const added = globs.map((glob) => [glob, glob in rules ? [rules[glob], rule].flat() : rule]);
  return {
    ...config,
    turbopack: { ...config.turbopack, rules: { ...rules, ...Object.fromEntries(added) } },
    webpack: (webpackConfig: WebpackConfig, context: never) => {
      webpackConfig.module.rules.push({ test: /\.[cm]?tsx?$/, exclude: /node_modules/, enforce: 'pre', use: [loader] });
      return config.webpack?.(webpackConfig, context) ?? webpackConfig;
    },
  };
}
