import { withToolwright } from '../../src/build/plugin/next.js';

const rule = {
  condition: { all: [{ not: 'foreign' }, { content: /\bclass\b/ }] },
  loaders: [{ loader: 'toolwright/next-loader', options: {} }],
};

describe('withToolwright', () => {
  it('adds the loader for Turbopack and for webpack', () => {
    const { turbopack, webpack } = withToolwright({});
    expect(turbopack).toEqual({ rules: { '*.ts': rule, '*.tsx': rule, '*.mts': rule, '*.cts': rule } });
    const config = { module: { rules: [] as unknown[] } };
    expect(webpack(config, undefined as never)).toBe(config);
    expect(config.module.rules).toEqual([
      { test: /\.[cm]?tsx?$/, exclude: /node_modules/, enforce: 'pre', use: rule.loaders },
    ]);
  });

  it('preserves the configuration, its rules and its own webpack function', () => {
    const own = { loaders: ['own'] };
    const changed = { module: { rules: [] } };
    const config = withToolwright({
      reactStrictMode: true,
      turbopack: { root: '/app', rules: { '*.ts': own, '*.svg': own } },
      webpack: () => changed,
    });
    expect(config.reactStrictMode).toBe(true);
    expect(config.turbopack).toMatchObject({ root: '/app', rules: { '*.ts': [own, rule], '*.svg': own } });
    expect(config.webpack({ module: { rules: [] } } as never, undefined as never)).toBe(changed);
  });

  it('passes the path of the tsconfig file to the loader', () => {
    const { turbopack } = withToolwright({}, { project: 'app/tsconfig.json' });
    expect(turbopack.rules['*.ts']).toMatchObject({ loaders: [{ options: { project: 'app/tsconfig.json' } }] });
  });
});
