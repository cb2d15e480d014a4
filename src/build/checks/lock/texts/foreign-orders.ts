// What attackers write in other languages. Word boundaries are those of letters of any script.
const models =
  '(?:ki|ia|ai|ии)[- ](?:assistent|modell|agent|asistent|modelo|modèle|modello|ассистент|модел)|' +
  "(?<!\\p{L})(?:assistenten?|asistentes?|(?:assistant|agent|modèle|asistente|modelo|assistente)s? (?:d['’])?(?:ia|ki|virtuel|virtual)|assistente|asystent\\p{L}*|ассистент\\p{L}*|помощник\\p{L}*|нейросет\\p{L}*|asistan(?:lar)?)(?!\\p{L})|" +
  '助手|助理|智能体|人工智能|大模型|アシスタント|エージェント|어시스턴트|인공지능|المساعد|सहायक|trợ lý';
const silence =
  'ohne .{0,40}(?:zu fragen|fragen|sagen|mitzuteilen|erwähnen|informieren|wissen)|nicht (?:erwähn|mitteil|verrat|mitzuteil)|verschweig|' +
  'sin (?:que .{0,20}|avisar|preguntar|decir|informar|mencionar)|no (?:se lo |le )?(?:digas|menciones|informes|avises|preguntes)|' +
  "sans (?:que l'|prévenir|demander|informer|le dire|en parler|avertir|mentionner)|ne (?:le |lui )?(?:dis|dites|mentionne|révèle|préviens|parle)|" +
  'sem (?:que o|avisar|perguntar|informar|mencionar)|não (?:conte|diga|mencione|informe|avise)|' +
  'senza (?:dir|chieder|avvisar|informar|menzionar)|non (?:dire\\b|dirlo|menzionar|informar|rivelar)|zonder .{0,30}(?:vragen|zeggen|melden|weten)|' +
  'bez (?:pytania|wiedzy|informowania)|не (?:говори|сообща|упомина|рассказыва|спрашива|показыва)|без (?:ведома|подтверждения)|' +
  '(?:不要|不得|请勿|别|無需|无需|不必)(?:告诉|告訴|提及|告知|询问|詢問|透露|确认|确認|显示)|(?:言わ|知らせ|伝え|尋ね|教え)(?:ない|ず)|(?:알리|말하|묻|언급하)지|' +
  'söyleme|sormadan|mà không|दिए बिना|بدون';
const secrets =
  'pass?w[oö]rt|kennw[oö]rt|zugangsdaten|umgebungsvariable|chatverlauf|contraseña|credenciales|variables de entorno|mots? de passe|' +
  "variables d'environnement|identifiants de connexion|senha|credenciais|credenziali|wachtwoord|hasł[ao]|парол|密码|密碼|口令|密钥|凭证|聊天记录|对话内容|パスワード|会話(?:履歴|の)|" +
  '비밀번호|대화 내용|كلمة المرور|पासवर्ड|şifre|mật khẩu';

const signs: readonly { readonly text: string; readonly expression: RegExp }[] = [
  { text: 'speaks to models', expression: new RegExp(models, 'iu') },
  { text: 'asks models to hide something from people', expression: new RegExp(silence, 'iu') },
  { text: 'asks for secrets', expression: new RegExp(secrets, 'iu') },
];

/** Returns what a sentence in another language than English does that a sentence of a tool should not. */
export function foreignSigns(sentence: string): readonly string[] {
  return signs.filter(({ expression }) => expression.test(sentence)).map(({ text }) => text);
}
