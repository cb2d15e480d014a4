import { isCleanText } from '../../../../base/text/clean-text.js';
import { foreignSigns } from './foreign-orders.js';
import type { TextRole, ToolText } from './tool-texts.js';
import {
  address,
  anyModel,
  anyTalk,
  caller,
  calling,
  duty,
  models,
  moving,
  passing,
  people,
  secretFiles,
  secrets,
  sending,
  surroundings,
  talkWithModel,
  telling,
  userSpeech,
} from './vocabulary.js';

interface Sign {
  /** What a text does, such as 'gives models orders'. */
  readonly text: string;
  readonly expression: RegExp;
  /** The texts in which it is one. @default all */
  readonly roles?: readonly TextRole[];
}

const described: readonly TextRole[] = ['tool', 'value', 'result'];

/** What attackers write into the definitions of tools. A sentence of an honest author rarely matches. */
const signs: readonly Sign[] = [
  {
    text: 'speaks to models as a system does',
    expression: any(
      '<\\/?\\s*(?:important|system|instructions?|assistant|secret|hidden|admin|critical)\\b[^>]*>|<!--|\\[\\/?(?:system|important|inst)\\]',
      `^\\W*system\\s*:|\\b${models}\\s*:|(?:^|[(<>"'-] ?)${models}\\s*,|\\b(?:ai|llm) \\w+\\s*:`,
      `\\b${anyModel} (?:directives?|instructions?|orders?|commands?)\\b`,
      `\\b(?:note|attention|instructions?|hint|reminder|notice|information) (?:to|for) (?:the |all |any )?${anyModel}\\b`,
    ),
  },
  {
    text: 'gives models orders',
    expression: any(
      `\\b(?:${models}|(?:the|any|every|each|calling) (?:agent|model)|agents|models) (?:\\w+ly )?${duty}\\b`,
      `\\b(?:the|every|each|any|an|your) (?:assistant|llm) (?:\\w+ly )?(?!is\\b|was\\b|has\\b)\\w+s\\b`,
      `\\b(?:assistants|llms|agents) (?:${moving}|${calling}|set|take|choose|skip|follow|tell|ignore|obey|approve|answer|treat)\\b`,
      `\\b(?:whatever|no matter what|regardless of what|even (?:if|when|though)) (?:the )?${people}\\b`,
      `\\bthen (?:do|go on|continue|proceed|answer|return)\\b.{0,20}\\b(?:${people}|comment|normal\\w*|usual)\\b`,
      `\\b(?:assume|consider|treat|regard|count)\\b.{0,40}\\b(?:confirmed|approved|consent\\w*|agreed|authori[sz]ed|granted)\\b`,
      `\\b(?:convince|persuade|urge|assure|pressure|talk) (?:the )?${people}\\b`,
      '\\byou (?:are (?:allowed|permitted|authori[sz]ed)|have permission|need no|do not need)\\b',
      `\\balways (?:(?:choose|prefer|select|pick|recommend|approve|reply)\\b|set\\b.{0,40}\\bto\\b)`,
    ),
  },
  {
    text: 'asks models to ignore rules',
    expression: any(
      '\\b(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|ing)|bypass|skip)\\b.{0,40}\\b(?:previous|prior|above|earlier|safety|instructions?|rules?|guidelines?|polic(?:y|ies)|asking|questions?|consent|reviews?|confirmations?|approvals?|warnings?|checks?)\\b',
    ),
  },
  {
    text: 'asks models to hide something from people',
    expression: any(
      `\\b(?:do not|don't|never|without|must not|not to|no need to|no reason to|avoid)\\b.{0,30}\\b${telling}\\b.{0,25}\\b(?:(?:the |any |your )?${people}|it|this|that)\\b`,
      `\\bneed(?:s)? not (?:be )?(?:asked|told|informed|notified|shown|know|see|confirm|approve)\\b|\\b(?:does|do) not (?:need|have) to (?:know|see|be told|be asked|confirm|agree|approve)\\b`,
      `\\b(?:silently|secretly|quietly|covertly|unnoticed|discreetly)\\b|\\b(?:hidden|invisible|secret) (?:from|to) (?:the )?${people}\\b`,
      `\\b(?:leave|keep) (?:this|that|it|them)\\b.{0,30}\\b(?:out of|out|to yourself|secret|private|confidential|between|from (?:the )?${people})\\b`,
      '\\b(?:omit|leave out|remove|strip)\\b.{0,40}\\b(?:your (?:answer|reply|response|summary)|the (?:answer|reply|response))\\b',
      `\\b(?:shows?|mentions?|tells?|prints?) (?:neither|nothing)\\b|\\bwithout (?:the |their |any )?(?:\\w+'s )?(?:knowledge|consent|asking|telling|noticing|mention\\w*)\\b`,
    ),
  },
  {
    text: 'gives orders about calls',
    expression: any(
      `\\b(?:always|first|before|prior to|instead of|rather than|in place of)\\b.{0,50}\\b${calling}\\b.{0,40}\\b(?:tools?|functions?|this|any other|every)\\b`,
      `\\b(?:must|has to|have to|should|only) (?:always |first )?${calling} (?:this|it)\\b`,
      `\\b(?:before|instead of|rather than|prior to|none of|no other|not|never|avoid|prefer\\w*)\\b.{0,30}\\b(?:other|another|competing|alternative)\\b.{0,20}\\b(?:tools?|servers?|functions?|connectors?|plugins?)\\b`,
      `\\b(?:other|all) (?:\\w+ )?tools?\\b.{0,40}\\b(?:not|never|deprecated|outdated|unreliable|unsafe|broken|obsolete|disabled)\\b`,
      `\\b(?:do not|don't|never|no longer) ${calling} (?:the |any )?(?:other|\\w+_\\w+)`,
      `\\b${calling} (?:this|it)(?: \\w+){0,5} first\\b|\\bbefore (?:every|each|any) (?:other )?(?:call|tool|answer|reply|step|turn)\\b`,
      `\\b(?:must|has to|have to|is to|should) be (?:called|run|used|invoked)\\b.{0,40}\\b(?:first|before|every|each|always|any)\\b`,
      `\\b(?:at|after|before|in|on) (?:the )?(?:start|beginning|end|every|each)\\b.{0,15}\\b(?:sessions?|conversations?|turns?|answers?|repl(?:y|ies)|chats?)\\b`,
      '\\b(?:takes?|ha(?:s|ve)|with|claims?) (?:precedence|priority) over\\b|\\bprecedence over\\b',
    ),
  },
  {
    text: 'asks for data to be sent',
    expression: any(
      `\\b(?:always|(?<!can |may |could )also|make sure to|be sure to|remember to|secretly) (?:\\w+ ){0,4}${passing}\\b`,
      `\\b(?:${sending}|always|must be|replaced by|sent|forwarded|copied|mirrored)\\b.{0,80}${address}`,
    ),
  },
  {
    text: 'has something executed',
    expression: any(
      `\\b(?:runs?|executes?|evaluates?|follows?|obeys?)\\b (?:this|it|the (?:text|value|content|result|command)|them|what)\\b.{0,50}\\b(?:shell|terminal|command|console|code|script|instructions?)\\b`,
      '\\b(?:to be|must be|should be|are|is) (?:followed|executed|obeyed|carried out)\\b.{0,30}\\b(?:at once|immediately|next|by the|before|exactly|without)\\b|\\b(?:instructions?|commands?|orders?|directives?)\\b.{0,40}\\b(?:to be|must be|should be|have to be) (?:followed|executed|obeyed|carried out|run)\\b',
      '\\b(?:do|act|proceed|continue|behave) (?:what|as|on|according)\\b.{0,30}\\b(?:it|they|says?|told|stated|written|instruct\\w*)\\b',
      '\\b(?:follow|obey|carry out|execute) (?:the |all |any |its |these |them|those )?(?:instructions?|commands?|orders?|directives|out|exactly|before)',
    ),
  },
  {
    text: 'asks for secrets',
    expression: any(secretFiles, `\\b${moving}\\b.{0,60}${surroundings}`),
    roles: described,
  },
  { text: 'asks for secrets', expression: any(secretFiles, '\\bincluding (?:\\w+ )?tokens?\\b'), roles: ['request'] },
  { text: 'asks for what is on a computer', expression: any(surroundings), roles: ['request'] },
  { text: 'asks for the conversation', expression: any(talkWithModel) },
  { text: 'asks for the conversation', expression: any(userSpeech), roles: ['request'] },
  { text: 'asks for the conversation', expression: any(`\\b${moving}\\b.{0,60}${userSpeech}`), roles: described },
];

/** What a sentence is about. */
type TextKind = Pick<ToolText, 'role' | 'isOpen'>;

interface Topic {
  readonly text: string;
  /** What is asked for. It is a sign if the definition has not spoken of it before. */
  readonly subject: RegExp;
  /** Whether it is a sign in what asks for an argument only. @default false */
  readonly isRequest?: boolean;
}

/** What a sentence about an argument does that speaks to the one who writes it. */
export const speaksToCaller = 'speaks to the one who calls';

/** What tools for accounts or messages ask for too. */
const topics: readonly Topic[] = [
  { text: 'asks for secrets', subject: all(`\\b${secrets}(?!\\w)`) },
  { text: 'asks for the conversation', subject: all(anyTalk) },
  { text: speaksToCaller, subject: all(caller), isRequest: true },
];
const order = any(`\\b${moving}\\b`);

const hidden: Sign['text'] = 'has invisible characters';
const encoded: Sign['text'] = 'has encoded text';
const longEncoded = /\b[A-Za-z0-9+]{40,}={0,2}|\b(?:decode|base64)\b.{0,40}\b(?:follow|execute|obey|run)\b/i;
/** What is before or after a subject that is not asked for: a rule that it is left out, or what only names it. */
const deniedBefore =
  /\b(?:never|no|not|without|masked|don't|neither|instead of)\b(?! (?:forget|fail|omit|hesitate|leave)).{0,30}$|\b(?:ids?|names?|types?|kinds?|status|number) (?:of|for) (?:the|an?|this|each)\b.{0,20}$/i;
const deniedAfter =
  /^(?: and \w+)? (?:\w+ )?(?:(?:do|does|must|should|may) (?:not|never) (?:be\b|belong)|(?:is|are|is never|are never) (?:masked|hidden|redacted|stripped|left out|not (?:part|returned|included|shown|needed|stored)))/i;
// In characters before a subject.
const reach = 70;

/**
 * Returns what a sentence does that a sentence of a tool should not.
 *
 * @param known The texts that the definition had before, in small letters.
 */
export function signsOf(sentence: string, kind: TextKind, known = ''): readonly string[] {
  const variants = [sentence, sentence.replaceAll('_', ' ')];
  const found = signs.filter(({ text, expression, roles }) => {
    const isLeftOut =
      roles?.includes(kind.role) === false || (text.startsWith('asks for') && kind.role === 'request' && !kind.isOpen);
    return !isLeftOut && variants.some((variant) => expression.test(variant));
  });
  const texts = [...found.map(({ text }) => text), ...foreignSigns(sentence)];
  texts.push(...variants.flatMap((variant) => topicsOf(variant, kind, known)));
  if (!isCleanText(sentence)) texts.push(hidden);
  if (longEncoded.test(sentence)) texts.push(encoded);
  return [...new Set(texts)];
}

function topicsOf(sentence: string, { role, isOpen }: TextKind, known: string): readonly string[] {
  const isAsked = (match: RegExpMatchArray): boolean => {
    const [found, start = 0] = [match[0], match.index];
    const [before, after] = [sentence.slice(Math.max(0, start - reach), start), sentence.slice(start + found.length)];
    if (deniedBefore.test(before) || deniedAfter.test(after)) return false;
    const isNew = !known.includes(found.toLowerCase().replace(/s$/, ''));
    return isNew && (role === 'request' ? isOpen : order.test(before));
  };
  return topics
    .filter(({ isRequest }) => isRequest !== true || role === 'request')
    .filter(({ subject }) => [...sentence.matchAll(subject)].some(isAsked))
    .map(({ text }) => text);
}

function any(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join('|'), 'iu');
}

function all(expression: string): RegExp {
  return new RegExp(expression, 'giu');
}
