const scenes = Array.from({ length: 40 }, (_, index) => `scene-${index + 1}`);

/** Returns what a model would answer in a turn, in the format of OpenAI, or undefined after the last turn. */
export function answerOf(turn: number): object | undefined {
  const calls = turns[turn]?.map(([name, input], index) => ({
    id: `call_${turn}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return calls && { choices: [{ message: { role: 'assistant', tool_calls: calls } }] };
}

type Call = readonly [name: string, input: object];

const turns: readonly (readonly Call[])[] = [
  scenes.map((scene): Call => ['render', { scene }]),
  scenes.flatMap((scene): Call[] => {
    const picture = `${scene}.png`;
    return [
      ['describe', { picture }],
      ['bill', { picture }],
    ];
  }),
];
