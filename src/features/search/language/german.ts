import { foldedWords } from './fold-text.js';
import type { Language } from './language.js';

const stopWords = foldedWords(`
  aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist bitte da dabei damit
  danach dann das dass dazu dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du
  durch ein eine einem einen einer eines er es etwas euch euer fuer für gib gibt habe haben hat hatte helfen hier hilf ich ihm
  ihn ihnen ihr ihre ihrem ihren im in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinen können
  könnte könntest mach mal man mein meine meinem meinen meiner mich mir mit möchte muss müssen nach nicht noch nun nur ob oder
  ohne schon sein seine sich sie sind so soll sollen sollte über um und uns unser unsere unter vom von vor war was welche
  welchem welchen welcher welches wenn wer werden wie wieder will wir wird wo wollen würde zu zum zur zwischen
`);

/**
 * The German language. Its stems are those of Lucene's light stemmer (J. Savoy), of verbs too. Umlauts are vowels without
 * marks, because plurals have them: `Häuser` and `Haus`, also where people write `Haeuser`.
 */
export const german: Language = Object.freeze({ stopWords, stem, relatedTo: () => [] });

function stem(word: string): string {
  const vowels = word.replaceAll(/(?<![aeq])ue/g, 'u').replaceAll(/([ao])e/g, '$1');
  return withoutVerbEnding(withoutNounEnding(withoutCase(vowels)));
}

function withoutCase(word: string): string {
  if (word.length > 5 && word.endsWith('ern')) return word.slice(0, -3);
  if (word.length > 4 && /e[mnrs]$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && /(?:e|[bdfghklmnt]s)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutNounEnding(word: string): string {
  return word.length > 6 ? word.replace(/(?:ung|keit|heit)$/, '') : word;
}

function withoutVerbEnding(word: string): string {
  if (word.length > 5 && word.endsWith('est')) return word.slice(0, -3);
  if (word.length > 4 && /e[nr]$/.test(word)) return word.slice(0, -2);
  return word.length > 4 ? word.replace(/(?<=[bdfghklmnrt])s?t$/, '') : word;
}
