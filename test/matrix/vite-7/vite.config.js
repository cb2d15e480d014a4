import toolwright from 'toolwright/plugin';
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    lib: { entry: 'src/main.ts', formats: ['es'], fileName: 'main' },
    outDir: 'out',
    target: 'node20',
    minify: true,
    rollupOptions: { external: (id) => /^[^./]/.test(id) && !id.startsWith('@oxc-project/') },
  },
  plugins: process.env.WITHOUT_PLUGIN ? [] : [toolwright.vite()],
});
