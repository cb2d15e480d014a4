import { sentencesOf } from './sentences.js';

/** What cannot be undone, or happens without a confirmation. */
const final =
  /\bfor good\b|\bpermanent(?:ly)?\b|\berase[sd]?\b|\b(?:cannot|can not|can't|can no longer|not) be (?:undone|restored|recovered|reverted|brought back|reopened|cancel\w*|reversed)\b|\birreversibl[ey]\b|\birrevocabl[ey]\b|\bunrecoverabl[ey]\b|\bbeyond recovery\b|\bno (?:way back|undo|backup)\b/i;
const hasty =
  /\b(?:at once|immediately|instantly|right away|straight away)\b|\bautomatically (?:approved|confirmed|charged|paid|deleted|renewed|executed)\b|\bwithout (?:\w+ ){0,3}(?:confirm\w*|approv\w*|asking|review\w*|question|consent|check\w*|prompt\w*|dry run|preview)\b|\bno (?:\w+ )?(?:confirmation|approval|review|preview) (?:is |are )?(?:needed|required|necessary|asked)\b|\bno longer (?:asks|waits|has to be|needs|requires)\b/i;
const simultaneous = /\b(?:up to|several|many|all|both|more than one|\d+)\b.{0,30}\bat once\b/i;
/** What makes a deed safe: it can be undone, or a person decides. */
const careful =
  /\bconfirm\w*|\bapprov\w*|\bund(?:o|one|oes)\b|\bundelet\w*|\brestor\w*|\bbrought back\b|\breopen\w*|\brecover\w*|\brevert\w*|\bdrafts?\b|\bprepar\w*|\bpreview\w*|\bpropos\w*|\btrash\b|\b(?:recycle )?bin\b|\barchiv\w*|\bsimulat\w*|\bdry run\b|\bread-only\b|\b(?:does not|do not|never|without) (?:chang|send|execut|delet|overwrit|remov|charg|modif|touch)\w*|\bonly (?:if|when|after|own|empty|drafts?)\b|\bsoft\b|\bhides?\b|\bdeactivat\w*|\bsuspend\w*|\bdisabl\w*/i;
const deed =
  /\b(?:delet|remov|eras|destroy|purg|wip|drop|send|transfer|pay|execut|carr|publish|submit|order|charg|overwrit|cancel|deploy|terminat|book|merg)(?:e?s|ies|y|ed|ing|e)?\b/i;

/**
 * Checks whether a text about something known now speaks of less care: what is done is final, or happens without a question,
 * or it is no longer said that it can be undone or is confirmed.
 */
export function saysLessCare(before: string, after: string): boolean {
  if (before === after || after === '') return false;
  const isNew = (test: (sentence: string) => boolean): boolean =>
    sentencesOf(after).some(test) && !sentencesOf(before).some(test);
  if (isNew((sentence) => final.test(sentence)) || isNew(isHasty)) return true;
  return careful.test(before) && !isCareful(after) && deed.test(after);
}

function isHasty(sentence: string): boolean {
  return hasty.test(sentence) && deed.test(sentence) && !simultaneous.test(sentence);
}

/** Checks whether a text says that something can be undone or is confirmed, and not that it is not. */
function isCareful(text: string): boolean {
  return sentencesOf(text).some((sentence) => careful.test(sentence) && !final.test(sentence) && !hasty.test(sentence));
}
