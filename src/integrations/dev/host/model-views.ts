import type { ToolSpec } from '../../../index.js';
import { estimateTokens } from '../../../toolkit/tool-cost.js';
import type { ModelView } from '../protocol.js';

type Export = (spec: ToolSpec, options: { readonly onWarning: (message: string) => void }) => unknown;

const exports: Readonly<Record<ModelView['format'], Export>> = {
  openai: (spec, options) => spec.toOpenAI({ ...options, strict: false }),
  'openai-strict': (spec, options) => spec.toOpenAI({ ...options, strict: true }),
  anthropic: (spec, options) => spec.toAnthropic(options),
  gemini: (spec, options) => spec.toGemini(options),
  mcp: (spec) => spec.toMcp(),
  prompt: (spec) => spec.toPrompt(),
};

const formats: readonly ModelView['format'][] = ['openai', 'openai-strict', 'anthropic', 'gemini', 'mcp', 'prompt'];

/** Exports a tool in each format, with what the format loses. */
export function listModelViews(spec: ToolSpec): readonly ModelView[] {
  return formats.map((format) => exportTo(format, spec));
}

function exportTo(format: ModelView['format'], spec: ToolSpec): ModelView {
  const warnings: string[] = [];
  try {
    const value = exports[format](spec, { onWarning: (message) => warnings.push(message) });
    const tokens = estimateTokens(typeof value === 'string' ? value : JSON.stringify(value));
    return { format, value, warnings, tokens };
  } catch (error) {
    return { format, value: null, warnings: [error instanceof Error ? error.message : String(error)], tokens: 0 };
  }
}
