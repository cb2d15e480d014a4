import { namesFor, type TestTool, withTools } from './find-tools.js';

/** Tools in a language, and requests that find the first of them. */
interface Case {
  readonly language: 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja';
  readonly tools: readonly TestTool[];
  readonly requests: readonly (readonly [request: string, tool: string])[];
}

const cases: readonly Case[] = [
  {
    language: 'en',
    tools: [
      { name: 't1', description: 'Deletes invoices of a customer' },
      { name: 't2', description: 'Creates a reservation of a house' },
      { name: 't3', description: 'Translates texts' },
    ],
    requests: [
      ['please delete the invoice', 't1'],
      ['I want to make reservations for houses', 't2'],
      ['translating a text', 't3'],
    ],
  },
  {
    language: 'de',
    tools: [
      { name: 't1', description: 'Löscht Rechnungen eines Kunden' },
      { name: 't2', description: 'Erstellt eine Buchung für Häuser' },
      { name: 't3', description: 'Übersetzt Texte in eine andere Sprache' },
      { name: 't4', description: 'Zeigt die Größe einer Straße' },
    ],
    requests: [
      ['bitte die Rechnung löschen', 't1'],
      ['loesche die rechnung', 't1'],
      ['ich möchte ein Haus buchen', 't2'],
      ['Haeuser', 't2'],
      ['diesen Text übersetzen', 't3'],
      ['Groesse der Strasse', 't4'],
    ],
  },
  {
    language: 'fr',
    tools: [
      { name: 't1', description: "Supprime les factures de l'utilisateur" },
      { name: 't2', description: 'Crée une réservation pour des chevaux' },
      { name: 't3', description: "Envoie un message à l'équipe" },
    ],
    requests: [
      ['je veux supprimer une facture', 't1'],
      ['utilisateurs', 't1'],
      ['réserver un cheval', 't2'],
      ['reservations', 't2'],
      ['envoyer à mon équipe', 't3'],
    ],
  },
  {
    language: 'es',
    tools: [
      { name: 't1', description: 'Elimina las facturas de un cliente' },
      { name: 't2', description: 'Crea una reservación de habitación' },
      { name: 't3', description: 'Envía un mensaje al equipo' },
    ],
    requests: [
      ['quiero eliminar una factura', 't1'],
      ['reservar habitaciones', 't2'],
      ['reservacion', 't2'],
      ['enviar mensajes', 't3'],
    ],
  },
  {
    language: 'zh',
    tools: [
      { name: 't1', description: '查询城市的天气预报' },
      { name: 't2', description: '预订机票和酒店' },
      { name: 't3', description: '删除用户的订单 (delete orders)' },
    ],
    requests: [
      ['请帮我看一下明天的天气', 't1'],
      ['我想预订酒店', 't2'],
      ['怎么删除订单？', 't3'],
      ['deleting an order', 't3'],
    ],
  },
  {
    language: 'ja',
    tools: [
      { name: 't1', description: '都市の天気予報を取得する' },
      { name: 't2', description: '航空券とホテルを予約します' },
      { name: 't3', description: 'ユーザーの注文を削除する' },
    ],
    requests: [
      ['明日の天気を教えてください', 't1'],
      ['ホテルを予約したい', 't2'],
      ['注文の削除', 't3'],
      ['ﾕｰｻﾞｰ', 't3'],
    ],
  },
];

const requests = cases.flatMap(({ language, requests: all }) =>
  all.map(([request, tool]) => ({ language, request, tool })),
);

function toolsOf(language: string): readonly TestTool[] {
  return cases.find((one) => one.language === language)?.tools ?? [];
}

describe('a search in', () => {
  it.each(requests)('$language finds $tool by $request', async ({ language, request, tool }) => {
    expect((await namesFor(withTools(toolsOf(language), { search: { language } }), request))[0]).toBe(tool);
  });

  it.each(requests.filter(({ language }) => ['en', 'zh', 'ja'].includes(language)))(
    '$language finds $tool by $request without an option',
    async ({ language, request, tool }) => {
      expect((await namesFor(withTools(toolsOf(language)), request))[0]).toBe(tool);
    },
  );

  it.each([
    ['Thai', 'จองโรงแรม', 'จองตั๋วเครื่องบินและโรงแรม'],
    ['Korean, whose particles are joined to words', '날씨를 알려줘', '도시의 날씨'],
    ['Russian', 'ПОГОДА', 'погода в городе'],
    ['Greek', 'καιρός', 'ο καιρός της πόλης'],
    ['Arabic', 'الطقس', 'حالة الطقس في المدينة'],
    ['Hindi', 'मौसम', 'शहर का मौसम'],
    ['Vietnamese without accents', 'thoi tiet', 'Xem thời tiết'],
    ['Polish without accents', 'wylacz swiatlo', 'Wyłącz światło'],
  ])('%s finds words', async (_, request, description) => {
    const tools = [
      { name: 'other', description: 'Something' },
      { name: 'right', description },
    ];
    expect(await namesFor(withTools(tools), request)).toEqual(['right']);
  });

  it('a runtime without a dictionary finds pairs of characters', async () => {
    const { Segmenter } = Intl;
    try {
      Reflect.set(Intl, 'Segmenter', undefined);
      expect((await namesFor(withTools(toolsOf('zh')), '明天的天气'))[0]).toBe('t1');
      expect((await namesFor(withTools(toolsOf('ja')), '注文の削除'))[0]).toBe('t3');
    } finally {
      Reflect.set(Intl, 'Segmenter', Segmenter);
    }
  });
});
