import { foldedWords } from './fold-text.js';

/** The words of Chinese and Japanese that say nothing about a tool. */
export const eastAsianStopWords = foldedWords(`
  的 了 我 你 您 他 她 它 我们 你们 请 把 被 在 是 一 个 一个 一下 这 那 这个 那个 哪 哪个 哪些 什么 怎么 怎样 如何 给 帮 帮我 帮助 吗 呢 吧 啊 和 与 或 要
  想 想要 能 能否 可以 有 没有 对 从 到 为 为了 就 都 也 还 很 需要 关于
  の を に は が で と も へ や か な ね よ から まで より する し して した さ され せ て た です ます ました ください 下さい たい だ である この その あの これ
  それ どの ある いる ない 何 私 よう こと もの ため として について という
`);
