import { DefinitionError } from '../../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { flag, optionRule, optionsOf, strings } from '../../../base/options/option-rules.js';
import { hashText } from '../../../base/runtime/sha256.js';
import { freezeDeep } from '../../../schema/json-schema/freeze-deep.js';
import { ToolView } from '../../../tool/metadata/tool-view.js';
import { connectProgram } from '../view/connect.program.gen.js';
import { checkPolicy, policyOf, type ViewPolicy } from './view-policy.js';

/** What a view may use of the device, if the host and the user allow it. */
export interface ViewPermissions {
  readonly camera?: boolean | undefined;
  readonly microphone?: boolean | undefined;
  readonly geolocation?: boolean | undefined;
  readonly clipboardWrite?: boolean | undefined;
}

/** The options of `view()`. */
export interface ViewOptions {
  /** The first part of the URI: lower-case letters, digits and `-`. @default 'view' */
  readonly name?: string | undefined;
  /** What the page loads from elsewhere. @default nothing */
  readonly csp?: ViewPolicy | undefined;
  /** What the page uses of the device. @default nothing */
  readonly permissions?: ViewPermissions | undefined;
  /** Whether the host draws a border around the view. @default the host's */
  readonly prefersBorder?: boolean | undefined;
}

const policyNames: OptionNames<ViewPolicy> = {
  connectDomains: strings,
  resourceDomains: strings,
  frameDomains: strings,
};

const permissionNames: OptionNames<ViewPermissions> = {
  camera: flag,
  microphone: flag,
  geolocation: flag,
  clipboardWrite: flag,
};

/** The names of the options of `view()`. */
const viewNames: OptionNames<ViewOptions> = {
  name: optionRule<string>(
    "lower-case letters, digits and '-'",
    (value) => typeof value === 'string' && /^[a-z\d][a-z\d-]{0,62}$/.test(value),
  ),
  csp: optionsOf<ViewPolicy>(policyNames),
  permissions: optionsOf<ViewPermissions>(permissionNames),
  prefersBorder: flag,
};

/**
 * Creates a view.
 *
 * @param decides - Whether the page decides on calls that need approval.
 * @throws DefinitionError on text that is not HTML, and on an invalid option.
 */
export function createView(source: string, options: ViewOptions, decides: boolean): ToolView {
  checkOptionNames(options, viewNames, 'view');
  const { name = 'view', csp, permissions = {}, prefersBorder } = options;
  if (csp !== undefined) checkPolicy(csp);
  const html = withPolicy(withConnection(source), csp);
  const granted = Object.entries(permissions).filter(([, isGranted]) => isGranted === true);
  const ui = {
    ...(csp === undefined ? {} : { csp }),
    ...(granted.length === 0
      ? {}
      : { permissions: Object.fromEntries(granted.map(([permission]) => [permission, {}])) }),
    ...(prefersBorder === undefined ? {} : { prefersBorder }),
  };
  const meta = Object.keys(ui).length === 0 ? {} : { ui: structuredClone(ui) };
  const hash = hashText(`${JSON.stringify(meta)}\n${html}`, 'hex').slice(0, 32);
  return new ToolView({ uri: `ui://${name}/${hash}.html`, html, meta: freezeDeep(meta), decides });
}

// A function keeps the names of the program from the page.
const connection = `<script>(() => {\n${connectProgram}})();</script>`;

/** Replaces the script that names the connection by its text: a page in a frame can load nothing of the package. */
function withConnection(source: string): string {
  return source.replace(/<script\s+src=(["'])toolwright\/view\1\s*>\s*<\/script>/i, () => connection);
}

/**
 * Adds a policy to the head of a page, in addition to that of the host: it runs only the scripts that are in the page, so
 * that a value which the page shows as HTML by mistake runs nothing.
 */
function withPolicy(source: string, csp: ViewPolicy | undefined): string {
  // As a parser of HTML reads it, which decides on the hashes of scripts.
  const html = source.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
  const start =
    /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<!doctype html[^>]*>\s*(?:<html(?:\s[^>]*)?>\s*)?(?:<head(?:\s[^>]*)?>)?/i.exec(
      html,
    );
  if (start === null) {
    throw new DefinitionError(
      "view: the page must be HTML that begins with '<!doctype html>'. To read a file, pass its URL.",
    );
  }
  const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script\s*>/gi)].map(([, text = '']) => text);
  const hashes = [...new Set(scripts)].map((text) => `'sha256-${hashText(text, 'base64')}'`);
  const [head] = start;
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(csp, hashes)}">`;
  return `${head}${policy}${html.slice(head.length)}`;
}
