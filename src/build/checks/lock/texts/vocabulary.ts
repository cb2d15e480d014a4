// The words of which the signs of an attack consist, as parts of regular expressions.

/** Those who use a program with a model. */
export const people =
  '(?:users?|humans?|persons?|people|customers?|owners?|operators?|admin\\w*|any(?:one|body)|guests?|clients?|patients?|members?|holders?|them)';

/** The program that reads a definition. */
export const models = '(?:(?:ai|llm) )?(?:assistants?|llms?|chat ?bots?|language models?|ai(?: agents?| models?)?)';

/** The names of a model that also mean something else. */
export const anyModel = `(?:${models}|agents?|models?)`;

/** What makes a sentence a duty. */
export const duty =
  '(?:must|should|shall|ha(?:s|ve) to|needs? to|ought to|(?:is|are) to|will|may not|never|always|do(?:es)? not|first)';

/** To tell somebody, or to ask them. */
export const telling =
  '(?:tell|mention|inform|notify|reveal|show|ask|alert|disclos|confirm|warn|display|troubl|bother|disturb|report|remark|explain|say)\\w*';

/** To call a tool. */
export const calling = '(?:call|use(?! of)|run|invoke|execute)(?:s|ing)?';

/** To pass data on. As an order. */
export const passing = '(?:send|forward|copy|bcc|cc|attach|append|pass|upload|post|report|paste|add)';

/** To pass data on. */
export const sending =
  '(?:send|forward|copy|bcc|cc|attach|append|pass|upload|post|report|paste|add|include|submit|share|hand|point|redirect)(?:s|ing)?';

/** To put data where others can read it, or to get it. As an order. */
export const moving =
  '(?:send|forward|copy|append|prepend|attach|add|pass|upload|post|report|paste|put|include|insert|enter|write|hand|give|provide|supply|fill|store|save|repeat|quote|read|fetch|collect|dump|get|ask|request|log|note|share|submit|supply|summari[sz]e|point|redirect|replace)(?:ing)?';

const keys = '(?:api|access|private|secret|ssh|license|signing|encryption|openai|anthropic)(?: or \\w+)?[ _-]?keys?';
const tokens =
  '(?:(?:access|o?auth(?:entication|ori[sz]ation)?|bearer|session|refresh|login|api|user)[ _-]?(?:tokens?|cookies?)|jwt|^(?:auth|token)$)';

/** What only its owner may know. */
export const secrets =
  `(?:(?:${keys}|${tokens}|pass(?:words?|wd|phrases?|codes?)|credentials?|secrets?|seed phrases?|recovery (?:codes?|phrases?)|` +
  "cookies?|tokens? (?:of|from|for) (?:the |your |their )?(?:users?|browser|session|account|login|client|server|assistant)\\b|card(?:'s)? (?:numbers?|codes?)|cvv|cvc|one-time (?:codes?|passwords?)|otp|" +
  'pin(?:s|[ -](?:codes?|numbers?))?|login (?:data|details)|social security numbers?|ssn)' +
  '(?![ _-](?:reset|polic\\w*|link|rules?|managers?|strength|hints?|scanning|protection|santa|ballot|change|ids?|names?|expir\\w*|rotation|length|settings)\\b))';

/** Files that hold secrets, by their names. */
export const secretFiles =
  '(?:~\\/|\\/etc\\/|\\/home\\/|id_rsa|id_ed25519|pg_shadow|known_hosts|(?<![\\p{L}\\p{N}])(?:\\.|home |\\.?/)(?:env|ssh|aws|netrc|npmrc|pypirc|pgpass|kube|gnupg|git-credentials|bash_history)\\b|\\bnetrc\\b|keychains?|kubeconfig)';

/** What is on the computer of the one who uses a model. */
export const surroundings =
  '(?:(?:environment|env)[ _-](?:variables?|vars?|dump|contents?)|(?:variables|output|contents?|values) of (?:the |`)?env(?:ironment)?\\b|\\benviron\\b|clipboard|' +
  "(?:browser|shell|bash|command|search|browsing)(?:'s)? (?:history|cookies|sessions?|tabs)|open (?:files|tabs|windows|documents)|home (?:dir(?:ectory)?|folder)|(?:system|host|machine|device|client) (?:info(?:rmation)?|details|fingerprint)\\b|" +
  "(?:user's|your|client's|assistant's|host's) (?:own )?(?:files|computer|machine|disk|environment|desktop|clipboard|device|screen)|" +
  '(?:files|documents|screenshot) (?:on|of|from) (?:the|your|their) (?:computer|machine|disk|device|desktop|screen|user|client)|(?:files|documents|tabs|pages|windows) (?:that (?:are|were) )?(?:currently |recently |last )?(?:open|opened|edited|visited)\\b|local files|recent files|' +
  '(?:user|client|runtime|process|shell|agent|assistant) env(?:ironment)?\\b|other tools\\b)';

const speech =
  '(?:said|says?|told|tells?|talked|typed|asked|wrote|written|revealed|mentioned|disclosed|discussed|confided|spoken|requested)';
const whole =
  "(?:full|entire|whole|complete|previous|prior|current|recent|last|latest|raw|verbatim|user's|our|your|this|all|ongoing|earlier)";
const talks = '(?:conversations?|chats?|dialog(?:ue)?s?|transcripts?|prompts?|messages|exchange|context|history|turns)';

/** What was said between a person and a model, in words that mean nothing else. */
export const talkWithModel =
  '(?:\\b(?:conversation|chat|dialog(?:ue)?|transcript|exchange)s? (?:\\w+ ){0,2}(?:with|between|of|from|by) (?:the )?users?\\b|' +
  `\\b${talks} (?:\\w+ ){0,2}(?:with|between|of|from|by) (?:the )?(?:you|assistant|model|ai|us)\\b|` +
  "\\b(?:system|hidden|initial)[ _-]?(?:prompts?|messages?|instructions)\\b|\\b(?:user|users|user's)[ _-]prompts?\\b|\\bcontext window\\b|\\bchain of thought\\b|" +
  "\\byou(?:'ve| have)? (?:know|remember|recall|learn\\w*|(?:been |were )?told|heard|inferred|noticed)\\b|" +
  '\\byour (?:memory|memories|instructions|prompt|reasoning|thoughts|thinking|context|conversation|chat|rules|guidelines|answer)\\b|' +
  '\\bwhy (?:you|the (?:assistant|model))\\b|\\bas far as (?:you|it|they)\\b|\\bavailable to you\\b|\\byou (?:chose|called|think|did|have (?:read|seen|done|found|access))\\b|' +
  '\\b(?:everything|anything|all|facts|notes|whatever|things)\\b.{0,20}\\b(?:about|on) (?:the )?users?\\b|' +
  '\\b(?:appeared|mentioned|came up|given|seen|occurred|shared|typed)\\b.{0,20}\\bin (?:the|this|our|your|any) (?:chat|conversation|dialogue|messages|context)\\b|' +
  `\\b(?:in|of|from) (?:this|our|your) (?:chat|conversation|dialogue)\\b|\\b(?:said|told|talked about|mentioned|discussed)\\b.{0,20}\\b(?:so far|earlier|today|before|elsewhere)\\b)`;

/** What a person has said. */
export const userSpeech = `\\b(?:users?|human|person|anyone)(?: and (?:the )?\\w+)?(?: (?:has|have|had|just|also|already|recently|ever)){0,3} ${speech}\\b`;

/** What was said, in words that can also be those of a tool for messages. */
export const anyTalk = `(?:\\b${whole}\\b(?: [\\w']+){0,3} ${talks}\\b|\\b(?:users?|session|agent|model|assistant|llm) (?:messages|conversation|transcript|context|memory|input|thoughts?|reasoning)\\b|^(?:conversation|transcript|dialog(?:ue)?|chat|memory|reasoning|thoughts?|prompt)s?$|\\b(?:conversation|chat|dialog(?:ue)?|prompt|message|assistant)s? (?:history|logs?|contexts?|transcripts?|dump|so far|summary)\\b)`;

/** The one who writes the arguments. Descriptions of arguments rarely speak to a reader. */
export const caller =
  '\\b(?:your|you(?! (?:would|want|wish|like|need|prefer|are looking))|(?:the|an|every) (?:assistant|llm|language model|chat ?bot))\\b';

/** Where data may be sent. */
export const address =
  '(?:(?<!\\]\\()https?://|[\\w.+-]{1,64}@[\\w-]{1,64}\\.\\w|(?<![\\w./@-])[\\w-]{1,64}\\.[\\w-]{1,64}\\.[a-z]{2,}\\b)';
