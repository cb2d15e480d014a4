import { foldedWords } from './fold-text.js';
import type { Language } from './language.js';

const stopWords = foldedWords(`
  a al algo algún alguna algunas alguno algunos ante antes aquel así ayuda ayúdame bajo cada como cómo con contra cual cuál
  cuando cuándo cuánto de del desde donde dónde durante e el él ella ellas ellos en entre era es esa ese eso esos esta está
  están este esto estos estoy favor fue gracias ha hacer hay hasta he la las le les lo los más me mi mí mientras mis muy
  necesito ni no nos nosotros o os otra otro otros para pero poco por porque puede puedes puedo que qué quien quién quiero se
  sea ser si sí sin sobre son soy su sus también te tengo ti tiene todo todos tu tú tus un una uno unos y ya yo
`);

/** The Spanish language, with light stems of nouns and verbs. */
export const spanish: Language = Object.freeze({ stopWords, stem, relatedTo: () => [] });

const endings =
  /^(.{3,}?)(?:aciones|acion|imientos?|amientos?|adores|ador|adoras?|ando|iendo|ad[oa]s?|id[oa]s?|ar|er|ir|[oae]s|[oae]|s)$/;

function stem(word: string): string {
  return word.replace(/ces$/, 'z').replace(endings, '$1');
}
