// How the site reads the pages: as GitHub does, so that they need no syntax of their own.
import { dirname, join, relative } from 'node:path';

const docs = join(import.meta.dirname, '..');

/** Returns the anchor that GitHub and npm create for a heading. */
export function anchorOf(heading) {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replaceAll(/\s/g, '-');
}

/** Shows HTML and interpolations of Vue as text, hides comments, and links files outside of docs in the repository. */
export function readAsGitHub(md, sourceUrl) {
  const { render, rules } = md.renderer;
  rules.html_block = showText;
  rules.html_inline = showText;
  md.renderer.render = (...args) => render.apply(md.renderer, args).replaceAll('{{', '&#123;{');
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    // A heading of a table without text is no heading.
    const empty = tokens.filter(({ type }, index) => type === 'th_open' && tokens[index + 1].content === '');
    for (const token of empty) for (const tag of [token, tokens[tokens.indexOf(token) + 2]]) tag.tag = 'td';
  });
  md.core.ruler.push('links-outside', ({ tokens, env }) => {
    const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open');
    for (const link of links) link.attrSet('href', linkOutside(link.attrGet('href'), env.path, sourceUrl));
  });

  function showText(tokens, index) {
    const { content } = tokens[index];
    return /^\s*<!--[\s\S]*-->\s*$/.test(content) ? '' : content.replaceAll('<', '&lt;');
  }
}

/** Highlights each block of code once: a page is rendered for itself and for the search. */
export function highlightOnce(md) {
  const { highlight } = md.options;
  const highlighted = new Map();
  md.options.highlight = (code, ...words) => {
    const key = [...words, code].join('\n');
    if (!highlighted.has(key)) highlighted.set(key, highlight(code, ...words));
    return highlighted.get(key);
  };
}

/** Returns the address in the repository of a file that is not in docs, and any other link as it is. */
function linkOutside(href, page, sourceUrl) {
  if (!href.startsWith('../')) return href;
  const target = relative(docs, join(dirname(page), href));
  return target.startsWith('../') ? `${sourceUrl}/${target.slice('../'.length)}` : href;
}
