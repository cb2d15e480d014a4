import toolwright from 'toolwright/plugin';

export default {
  target: 'node20',
  entry: './src/main.ts',
  experiments: { outputModule: true },
  output: { path: `${import.meta.dirname}/out`, filename: 'main.js', module: true },
  externalsType: 'module',
  externals: [/^(toolwright|class-)/],
  resolve: { extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } },
  module: { rules: [{ test: /\.ts$/, exclude: /node_modules/, use: 'ts-loader' }] },
  plugins: process.env.WITHOUT_PLUGIN ? [] : [toolwright.webpack()],
};
