import { foldedWords } from './fold-text.js';
import type { Language } from './language.js';

const stopWords = foldedWords(`
  a afin ai aide aider ainsi alors après as au aucun aussi autre autres aux avant avec avez avoir avons bien c car ce ceci cela
  celle celui ces cet cette ceux chaque chez comme comment d dans de des donc dont du elle elles en encore entre est et étaient
  était été être eu fait faire faut il ils j je jusqu l la là le les leur leurs lors lui m ma mais me même merci mes moi mon n
  ne ni nos notre nous on ont ou où par pas peut peux plus pour pourquoi pouvez qu quand que quel quelle quelles quels qui
  quoi s sa sans se sera ses si son sont sous sur svp t ta te tes toi ton tous tout toute toutes très tu un une veux voudrais
  vos votre vous y
`);

/** The French language: light stems, and words without the articles that an apostrophe joins to them. */
export const french: Language = Object.freeze({ stopWords, stem, relatedTo: () => [] });

const endings = /^(.{3,}?)(?:ations?|ateurs?|atrices?|ements?|eurs?|euses?|ees?|antes?|ants?|ent|ez|er|es|ir|e|s|x)$/;

function stem(word: string): string {
  const noun = word.replace(/^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'/, '');
  return noun.replace(/aux$/, 'al').replace(endings, '$1');
}
