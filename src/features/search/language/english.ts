import { foldedWords } from './fold-text.js';
import type { Language, RelatedStem } from './language.js';

// Also what people say to an assistant, whatever they want.
const stopWords = foldedWords(`
  a about above after again all also am an and any are aren't as at be because been before being below between both but by
  can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else etc ever every few for
  from further had hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how
  how's however i i'd i'll i'm i've if in into is isn't it it's its itself just let's like may me might more most must my
  myself no nor not now of off on once only or other ought our ours ourselves out over own please rather same shall she she'd
  she'll she's should shouldn't since so some such than that that's the their theirs them themselves then there there's these
  they they'd they'll they're they've this those though through to too under until up upon us very via was wasn't we we'd
  we'll we're we've were weren't what what's when when's where where's whether which while who who's whom whose why why's
  will with within without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself yourselves
  able anyone anything hello help hey hi kindly know lets need needs someone something thank thanks
  using want wanted wants wish
`);

// One line for each meaning. They are words of requests and of interfaces in general, and of no interface in particular.
const actions = `
  delete remove erase drop discard clear purge destroy wipe
  create add make new build generate insert register
  update change edit modify rename replace adjust alter set configure
  get read show retrieve fetch view display see open
  list show all enumerate
  search find look locate query discover lookup
  send write post publish message
  cancel stop abort end close terminate
  start run launch execute begin trigger
  enable activate allow
  disable deactivate forbid block
  convert transform encode
  calculate compute math
  compare difference diff
  count number many total
  merge combine join
  split divide break
`;
const things = `
  email mail inbox
  repository repo
  organization org company
  image picture photo
  file document doc
  meeting event appointment calendar schedule
  user member person people
  price cost pay charge billing spend fee
  translate translation
  date day time
  permission access role right
  secret password token credential key
  comment reply answer
  text word sentence
`;

/** Loads English, with the stems of Porter2. */
export async function loadEnglish(): Promise<Language> {
  const { stem } = await import('porter2');
  const related = new Map<string, readonly RelatedStem[]>();
  const relate = (meanings: string, finds: boolean): void => {
    for (const line of meanings.trim().split('\n')) {
      const stems = line.trim().split(' ').map(stem);
      for (const one of stems) {
        const others = stems.filter((other) => other !== one).map((other): RelatedStem => ({ stem: other, finds }));
        related.set(one, [...(related.get(one) ?? []), ...others]);
      }
    }
  };
  relate(actions, false);
  relate(things, true);
  return { stopWords, stem, relatedTo: (word) => related.get(word) ?? [] };
}
