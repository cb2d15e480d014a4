import { isCleanText } from '../../../base/text/clean-text.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { ToolDefinition } from './definition.js';

interface Sign {
  /** What a text does, such as 'gives models orders'. */
  readonly text: string;
  readonly expression: RegExp;
}

const people = '(?:the |any |your )?(?:user|human|person|people|customer|owner|operator|admin\\w*|anyone|anybody)';
const calls = '(?:call|use|run|invoke|execute)(?:s|ing)?';
const sending = '(?:send|forward|copy|bcc|cc|attach|append|pass|upload|post|report|paste|add)(?:s|ing)?';
const asking =
  '(?:pass(?:es|ing)?\\b|includ|provid|read|send|copy|enter|past|suppl|fill|giv|attach|fetch|get|collect|dump|put|append)\\w*';
const secrets =
  '(?:passwords?|passwd|passphrases?|api[ _-]?keys?|access[ _-]?(?:tokens?|keys?)|auth(?:entication|ori[sz]ation)?[ _-]?tokens?|' +
  'bearer tokens?|session[ _-]?(?:tokens?|cookies?)|credentials?|private[ _-]?keys?|ssh[ _-]?keys?|id_rsa|secrets?|seed phrases?|' +
  'card numbers?|pin(?: codes?)?|cvv|cvc|one-time codes?|otp|environment variables?|env(?:ironment)? vars?)';
const address = '(?:https?://|[\\w.+-]+@[\\w-]+\\.\\w)';

/** What attackers write into the definitions of tools. A text of an honest author rarely matches. */
const signs: readonly Sign[] = [
  {
    text: 'speaks to models as a system does',
    expression:
      /<\/?\s*(?:important|system|instructions?|assistant|secret|hidden|admin|critical)\b[^>]*>|<!--|\[\/?(?:system|important|inst)\]|(?:^|\n)\s*system\s*:|\b(?:assistant|ai agent|llm)\s*[:,]|\b(?:assistant|model|agent|llm|ai) (?:directives?|instructions?|orders?|commands?)\b|\b(?:note|attention|instructions?) (?:to|for) (?:the )?(?:ai|model|assistant|agent|llm)\b/i,
  },
  {
    text: 'asks models to ignore rules',
    expression:
      /\b(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|ing)|bypass|skip)\b.{0,40}\b(?:previous|prior|above|earlier|safety|instructions?|rules?|guidelines?|polic(?:y|ies)|confirmations?|approvals?|warnings?|checks?)\b/i,
  },
  {
    text: 'asks models to hide something from people',
    expression: new RegExp(
      `\\b(?:do not|don't|never|without|must not|no need to)\\b.{0,30}\\b(?:tell|mention|inform|notify|reveal|show|ask|alert|disclos|confirm|warn|display)\\w*\\b.{0,25}\\b(?:${people}|it|this|that)\\b|` +
        `\\bneed not be (?:asked|told|informed|notified|shown)\\b|\\b(?:silently|secretly|quietly|covertly|unnoticed)\\b|\\bhidden from ${people}`,
      'i',
    ),
  },
  {
    text: 'gives orders about calls',
    expression: new RegExp(
      `\\b(?:always|must|first|before|prior to|instead of|rather than|in place of)\\b.{0,50}\\b${calls}\\b.{0,40}\\b(?:tools?|functions?|this|first|any other|every)\\b|` +
        `\\b(?:before|instead of|rather than|prior to) (?:${calls} )?(?:any|all|every|the) other tools?\\b|` +
        `\\b(?:do not|don't|never|no longer) ${calls} (?:the |any )?(?:other|\\w+_\\w+)|` +
        `\\b${calls} (?:this|it|\\w+_\\w+)(?: \\w+){0,5} first\\b|\\balways (?:choose|prefer|select|pick|recommend)\\b`,
      'i',
    ),
  },
  {
    text: 'asks for data to be sent',
    expression: new RegExp(
      `\\b(?:always|also|make sure to|be sure to|remember to)\\b.{0,30}\\b${sending}\\b|` +
        `\\b(?:${sending}|always|must be|replaced by)\\b.{0,80}${address}`,
      'i',
    ),
  },
  {
    text: 'asks for secrets',
    expression: new RegExp(
      `\\b${asking}\\b.{0,60}\\b${secrets}\\b|^(?:\\w+ ){0,2}${secrets}$|\\bincluding (?:\\w+ )?tokens?\\b|~\\/\\.|\\/etc\\/|\\.env\\b|\\.ssh\\b|pg_shadow`,
      'i',
    ),
  },
  {
    text: 'asks for the conversation',
    expression:
      /\b(?:full|entire|whole|complete|previous|prior|current|recent|raw|verbatim|user's|our|all)\b.{0,20}\b(?:conversations?|chat|dialog(?:ue)?|messages|transcript|prompts?|context|history)\b|\b(?:conversation|chat|message|dialog|prompt)[ _-]?(?:history|log|context|transcript|dump)\b|\bsystem[ _-]?prompt\b|\bcontext window\b|\b(?:user|person|anyone)\b.{0,20}\b(?:mentioned|said|written)\b|\b(?:mentioned|appeared|said)\b.{0,30}\b(?:conversation|chat)\b|\bchain of thought\b/i,
  },
];

/** What a tool that is known must not begin to do. A new tool may. */
const irreversible =
  /\bfor good\b|\bpermanent(?:ly)?\b|\berase[sd]?\b|\b(?:cannot|can not|can't) be (?:undone|restored|recovered|reverted)\b|\birreversibl[ey]\b/i;

const hidden: Sign['text'] = 'has invisible characters';
const encoded: Sign['text'] = 'has encoded text';
const longEncoded = /\b[A-Za-z0-9+]{40,}={0,2}|\b(?:decode|base64)\b.{0,40}\b(?:follow|execute|obey|run)\b/i;
const destination = new RegExp(address, 'i');
const reserved =
  /https?:\/\/(?:[\w-]+\.)*(?:example\.(?:com|org|net)|localhost|[\w-]+\.(?:test|example|invalid))\b|@(?:[\w-]+\.)*example\.(?:com|org|net)\b/;

/**
 * Returns what new texts of a definition do that a text of a tool should not: what they ask of models or people, in a few
 * words each. What the definition did before is not new.
 */
export function suspicionsOf(before: ToolDefinition | undefined, after: ToolDefinition): readonly string[] {
  const known = new Set(before === undefined ? [] : textsOf(before));
  const old = new Set([...known].flatMap(signsOf));
  const added = textsOf(after).filter((text) => !known.has(text));
  const found = added.flatMap(signsOf).filter((sign) => !old.has(sign));
  const isIrreversible = before !== undefined && added.some((text) => irreversible.test(text));
  const wasIrreversible = [...known].some((text) => irreversible.test(text));
  if (isIrreversible && !wasIrreversible) found.push('says that what it does cannot be undone');
  return [...new Set([...found, ...addressesOf(before, after)])];
}

/** Returns what a text does that a text of a tool should not. */
export function signsOf(text: string): readonly string[] {
  const parts = [...partsOf(text), ...partsOf(text.replaceAll('_', ' '))];
  const found = signs.filter(({ expression }) => parts.some((part) => expression.test(part))).map((sign) => sign.text);
  if (!isCleanText(text)) found.push(hidden);
  if (parts.some((part) => longEncoded.test(part))) found.push(encoded);
  return found;
}

// In characters. The time of an expression grows with the square of the length of a text.
const partLength = 2_000;
const overlap = 200;

/** Returns parts of a text that overlap, so that a sign is in one of them. */
function partsOf(text: string): readonly string[] {
  const count = Math.max(1, Math.ceil((text.length - overlap) / (partLength - overlap)));
  return Array.from({ length: count }, (_, index) => {
    const start = index * (partLength - overlap);
    return text.slice(start, start + partLength);
  });
}

/** Finds a default that is an address: data would be sent there without a decision of the model. */
function addressesOf(before: ToolDefinition | undefined, after: ToolDefinition): readonly string[] {
  const old = new Set(before === undefined ? [] : defaultsOf(before.inputSchema));
  const added = defaultsOf(after.inputSchema).filter((value) => !old.has(value));
  const isDestination = (value: string): boolean =>
    (destination.test(value) && !reserved.test(value)) || /^\["/.test(value);
  return added.some(isDestination) ? ['has a default to which data may be sent'] : [];
}

function defaultsOf(schema: unknown): readonly string[] {
  const found: string[] = [];
  visit(schema, (key, value) => {
    if (key === 'default' && value !== undefined) found.push(JSON.stringify(value));
  });
  return found;
}

/** Returns all texts of a definition that models read: descriptions, values and the names of parameters. */
function textsOf({ title, description, inputSchema, outputSchema }: ToolDefinition): readonly string[] {
  const found = [title, description].filter((text) => text !== undefined);
  for (const schema of [inputSchema, outputSchema]) {
    visit(schema, (key, value) => {
      if (key === 'properties' && isRecord(value))
        found.push(...Object.keys(value).map((name) => name.replaceAll('_', ' ')));
      else if (typeof value === 'string' && !structural.has(key)) found.push(value);
    });
  }
  return found;
}

const structural: ReadonlySet<string> = new Set([
  'type',
  'format',
  'pattern',
  '$ref',
  '$schema',
  '$id',
  'contentMediaType',
]);

function visit(value: unknown, see: (key: string, value: unknown) => void, key = ''): void {
  see(key, value);
  if (Array.isArray(value)) for (const item of value) visit(item, see, key);
  else if (isRecord(value)) for (const [name, member] of Object.entries(value)) visit(member, see, name);
}
