import { existsSync } from 'node:fs';

/**
 * The places in which Linux distributions install Chromium; `CHROMIUM` may name another. The headless shell, which
 * Playwright uses too, is the same engine without windows, and opens a page in half the time.
 */
const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of Chromium. Undefined where it is missing, so that no page can be opened. */
export const chromium = candidates.find((path) => path !== undefined && existsSync(path));
