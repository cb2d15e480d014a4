import toolwright from 'toolwright/plugin';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [toolwright.vite()] });
