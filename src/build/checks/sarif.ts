/** A result of a check, for tools that read SARIF. */
export interface SarifResult {
  /** The rule that has found it, such as `missing-description`. */
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  /** The tool that it concerns. */
  readonly tool: string;
  /** The line of the file, from 1. @default 1 */
  readonly line?: number | undefined;
  /** What identifies the result in later runs. */
  readonly key: string;
}

/** A run of a check. */
export interface SarifRun {
  /** The version of this package. */
  readonly version: string;
  /** The rules by ID, with a sentence about each. */
  readonly rules: Readonly<Record<string, string>>;
  /** The file that the results concern, relative to the current folder. Undefined for what is no file. */
  readonly file: string | undefined;
  readonly results: readonly SarifResult[];
}

/** Writes a run as SARIF 2.1.0, which code hosts show at the lines of files. */
export function writeSarif({ version, rules, file, results }: SarifRun): string {
  const driver = {
    name: 'toolwright',
    version,
    rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results: results.map((result) => writeResult(result, file)) }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function writeResult({ rule, level, message, tool, line = 1, key }: SarifResult, file: string | undefined): object {
  const uri = file?.split('\\').join('/').split('/').map(encodeURIComponent).join('/');
  const place =
    uri === undefined ? {} : { physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } };
  return {
    ruleId: rule,
    level,
    message: { text: message },
    locations: [{ ...place, logicalLocations: [{ fullyQualifiedName: tool, kind: 'function' }] }],
    partialFingerprints: { 'toolwright/v1': key },
  };
}
