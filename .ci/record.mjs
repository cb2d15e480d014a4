// `node .ci/record.mjs`: runs the command on the class of README.md, and draws what the terminal shows in
// docs/images/terminal.svg. With `--check`, it compares the picture.
// Without motion, and where SVG is not animated, the picture shows all lines.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = join(import.meta.dirname, '..');
const command = join(root, 'dist/build/cli/main.js');
const image = join(root, 'docs/images/terminal.svg');

const commandLines = [
  'toolwright list shop.ts',
  'toolwright call shop.ts find filter.kind=pot limit=1',
  'toolwright call shop.ts find filter.knd=pot',
  'toolwright call shop.ts describe product=teapot --stream',
];

const size = { column: 8.4, line: 20, padding: 16, columns: 92 };
/** Seconds until the next character of a command line, and the next line of its output. */
const delays = { character: 0.03, line: 0.12, command: 1.2 };
/** Matches the start of a format, with its number. */
const escapeSequence = new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`);
const colors = { 31: '#f47067', 32: '#57ab5a', 33: '#c69026' };

const lines = record();
const drawn = draw(lines);
if (!process.argv.includes('--check')) {
  writeFileSync(image, drawn);
} else if (readFileSync(image, 'utf8') !== drawn) {
  process.stderr.write('docs/images/terminal.svg is stale. Run: node .ci/record.mjs\n');
  process.exitCode = 1;
}

/** Returns the lines of the terminal, with the second at which each begins and, for a command line, how long it takes to type. */
function record() {
  const folder = createProject();
  try {
    let time = 0.5;
    return commandLines.flatMap((commandLine) => {
      const typed = commandLine.length * delays.character;
      const first = { text: `$ ${commandLine}`, time, typed };
      time += typed + 0.4;
      const shown = run(folder, commandLine).map((text) => {
        time += delays.line;
        return { text, time, typed: 0 };
      });
      time += delays.command;
      return [first, ...shown, { text: '', time, typed: 0 }];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Creates a project with the class of README.md, and the toolkit that its call uses. */
function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-recording-'));
  const [source] = /(?<=^```ts register\n)[\s\S]*?(?=^```$)/m.exec(readFileSync(join(root, 'README.md'), 'utf8'));
  const toolkit = [
    "export const toolkit = new Toolkit({ state: { user: { currency: 'EUR' } } });",
    'toolkit.register(new Shop());',
  ];
  writeFileSync(join(folder, 'shop.ts'), `${source.replace('export class', 'class')}\n${toolkit.join('\n')}\n`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module' }));
  const compilerOptions = { target: 'ES2022', module: 'NodeNext', strict: true, experimentalDecorators: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/toolwright'), 'dir');
  return folder;
}

function run(folder, commandLine) {
  const [, ...args] = commandLine.split(' ');
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '1' } };
  const { stdout, stderr } = spawnSync(process.execPath, [command, ...args], options);
  const text = `${stdout}${stderr}`
    .replaceAll(folder, '/home/ann/shop')
    .replaceAll(root, '/home/ann/shop/node_modules/toolwright');
  return text.trimEnd().split('\n').flatMap(wrap);
}

/** Cuts a line where a terminal would. Only lines without formats are that long. */
function wrap(line) {
  if (line.length <= size.columns || escapeSequence.test(line)) return [line];
  return [line.slice(0, size.columns), ...wrap(line.slice(size.columns))];
}

function draw(all) {
  const width = Math.ceil(size.columns * size.column + 2 * size.padding);
  const height = all.length * size.line + 2 * size.padding;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-labelledby="title description">`,
    '<title id="title">toolwright in a terminal</title>',
    `<desc id="description">${escapeXml(all.map(({ text }) => stripVTControlCharacters(text)).join('\n'))}</desc>`,
    '<style>',
    "text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #adbac7; white-space: pre; }",
    '.line { opacity: 0; animation: show 0.01s linear forwards; }',
    '.bold { font-weight: bold; fill: #cdd9e5; } .dim { fill: #768390; } .prompt { fill: #57ab5a; }',
    '@keyframes show { to { opacity: 1; } }',
    '@media (prefers-reduced-motion: reduce) { .line { opacity: 1; animation: none; } }',
    '@media print { .line { opacity: 1; animation: none; } }',
    '</style>',
    '<rect width="100%" height="100%" rx="8" fill="#22272e"/>',
    ...all.flatMap((line, index) => drawLine(line, size.padding + (index + 0.75) * size.line)),
    '</svg>',
  ].join('\n')}\n`;
}

function drawLine({ text, time, typed }, y) {
  if (text === '') return [];
  if (typed === 0) return [textAt(drawFormats(text), { x: size.padding, y, time })];
  const words = [...text.matchAll(/\S+\s*/g)];
  return words.map(({ 0: word, index }) => {
    const body =
      index === 0
        ? `<tspan class="prompt">${escapeXml(word)}</tspan>`
        : `<tspan class="bold">${escapeXml(word)}</tspan>`;
    return textAt(body, { x: size.padding + index * size.column, y, time: time + (index / text.length) * typed });
  });
}

function textAt(body, { x, y, time }) {
  return `<text class="line" x="${x.toFixed(1)}" y="${y}" style="animation-delay: ${time.toFixed(2)}s">${body}</text>`;
}

/** Draws the formats that the command uses: bold, dim and colours. */
function drawFormats(text) {
  const parts = text.split(escapeSequence);
  const formats = new Set();
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return changeFormat(formats, Number(part));
      if (part === '') return '';
      const names = [...formats].filter((format) => !(format in colors)).join(' ');
      const color = [...formats].find((format) => format in colors);
      const style = color === undefined ? '' : ` style="fill: ${colors[color]}"`;
      return `<tspan${names === '' ? '' : ` class="${names}"`}${style}>${escapeXml(part)}</tspan>`;
    })
    .join('');
}

function changeFormat(formats, code) {
  if (code === 1) formats.add('bold');
  else if (code === 2) formats.add('dim');
  else if (code === 22) for (const name of ['bold', 'dim']) formats.delete(name);
  else if (code === 39) for (const color of Object.keys(colors)) formats.delete(Number(color));
  else formats.add(code);
  return '';
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
