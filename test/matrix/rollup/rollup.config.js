import terser from '@rollup/plugin-terser';
import typescript from '@rollup/plugin-typescript';
import toolwright from 'toolwright/plugin';

export default {
  input: 'src/main.ts',
  external: /^[^./]/,
  output: { file: 'out/main.js', format: 'esm' },
  plugins: [
    !process.env.WITHOUT_PLUGIN && toolwright.rollup(),
    typescript(),
    process.env.MINIFY && terser({ module: true, toplevel: true }),
  ],
};
