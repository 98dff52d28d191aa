import type { Utterance } from '../text/utterance.ts';

/**
 * What a turn does to the dialog itself. Each is a closed grammar over the *whole* turn: a word that is not in it ends
 * the match, so "No, don't confirm", 取消订单 and "yes but only half" are none of the acts they contain.
 */
export type Act =
  | 'yes'
  | 'no'
  | 'wrong'
  | 'cancel'
  | 'cancel_all'
  | 'human'
  | 'repeat'
  | 'why'
  | 'skip'
  | 'wait'
  | 'restart'
  | 'keep'
  | 'none'
  | 'usual'
  | 'doubt';

const FILLER =
  '请|麻烦您|麻烦你|麻烦|谢谢您|谢谢你|谢谢|多谢|那就|那|就|吧|啊|呀|哦|哈|嘛|啦|了|的|' +
  'please|thanks|thank you|so|well|then|oh|um|hmm|just|hey';

/** `core` phrases make the act; `with` may stand around them and make nothing alone. */
const PHRASES: Readonly<Record<Act, { readonly core: string; readonly with?: string }>> = {
  yes: {
    core:
      '是|对|没错|没问题|没有问题|好|行|可以|确认无误|确认|确定|同意|嗯|恩|要|就这样|就这么办|发送|发|提交|执行|办|正确|无误|继续|' +
      "yes|yeah|yep|yup|sure|ok|okay|correct|right|confirm|confirmed|confirm it|i confirm|go ahead|do it|do that|proceed|absolutely|definitely|of course|exactly|that's right|that is right|that's correct|that is correct|looks good|sounds good|looks right|agreed|i agree|send it|send|submit it|submit|approve|approved|yes i do|all good",
  },
  no: {
    core:
      '不是|不要|不用|不行|不可以|不确认|不要确认|别确认|不同意|不发|不要发|别发|不提交|不继续|不好|不|别|否|拒绝|' +
      "no|nope|nah|don't|do not|don't confirm|do not confirm|don't do it|do not do it|don't do that|don't send it|do not send it|don't send|never|i don't|no way|reject|decline|deny|not ok|not okay",
  },
  wrong: {
    core:
      '不对|错|不正确|有误|有错|有问题|不是这个|不是这样|搞错|弄错|填错|写错|信息不对|这不对|' +
      "wrong|that's wrong|that is wrong|not right|that's not right|that is not right|not correct|that's not correct|incorrect|it's wrong|there's a mistake|mistake|that's incorrect",
    with: 'no|不|信息|这个',
  },
  cancel: {
    core:
      '取消|算|不办|不弄|不做|不用|不要|不退|不换|不发|不查|不想办|不想要|不想退|不想换|放弃|退出|停止|停下|停|终止|结束|撤销|别弄|别管|当我没说|' +
      'cancel|never mind|nevermind|forget it|forget about it|forget that|stop|abort|quit|exit|drop it|scratch that|leave it',
    with: "我想|我要|我|先|帮我|这个|这次|这件事|操作|申请|流程|把|它|i want to|i'd like to|let's|actually|this|that|it",
  },
  cancel_all: {
    core:
      '全部取消|都取消|取消全部|取消所有|所有都取消|所有的都取消|全都取消|都不办|全部停止|' +
      'cancel everything|cancel all|cancel them all|cancel all of them|stop everything|stop all|forget everything',
  },
  human: {
    core:
      '转人工客服|转人工服务|转人工|转接人工|人工客服|人工服务|人工|找人工|找客服|真人客服|真人|客服人员|客服|' +
      'human|a human|agent|an agent|live agent|a live agent|real person|a real person|operator|an operator|representative|a representative|customer service|talk to a person|speak to a person',
    with: '我要找|我要|我想找|帮我|给我|接|找|talk to|speak to|speak with|talk with|i want to|i want|i need|let me|get me|connect me to|connect me with|transfer me to|can i',
  },
  repeat: {
    core:
      '再说一遍|再说一次|重复一遍|重复一下|重复|没听清|没看清|你说什么|您说什么|你刚才说什么|' +
      'repeat|repeat that|say that again|say it again|pardon|sorry what|come again|what did you say|once more',
    with: '能|你能|您能|吗|could you|can you|again',
  },
  why: {
    core:
      '为什么要这个|为什么要问这个|为什么要问|为什么问这个|为什么问|为什么需要这个|为什么需要|为什么要|为什么|为啥|干嘛要|干嘛问这个|问这个干嘛|问这个做什么|要这个干嘛|要这个做什么|' +
      'why|why do you ask|why do you need it|why do you need that|why do you need this|why do you need to know|why do you want it|why do you want that|what for|why is that needed|what do you need it for',
    with: '呢|知道|but',
  },
  skip: {
    core: "跳过|略过|不填|不想填|先不填|不提供|skip|skip it|skip this|skip that|pass|i don't have one|i don't have it|don't have one",
  },
  wait: {
    core:
      '等一下|等等|等下|稍等|稍等一下|等会|等会儿|我找一下|我看一下|我查一下|让我想想|我想想|' +
      'wait|hold on|one moment|one second|just a moment|just a second|give me a second|give me a moment|give me a minute|a moment|let me check|let me see|let me think|hang on',
  },
  restart: {
    core: '重新开始|从头开始|从头来|重来|回到机器人|返回机器人|start over|restart|start again|begin again|reset|back to the bot',
  },
  keep: {
    core:
      '不改|不用改|保持不变|不变|还是原来|原来|维持原样|保留|' +
      "keep it|keep that|leave it|no change|unchanged|keep the old one|leave as is|don't change it|as it was",
    with: '还是|no',
  },
  none: {
    core: '都不是|都不对|都不要|以上都不是|没有一个是|没有一个对|none of these|none of them|none of the above|none|neither|neither of them',
    with: '这些|no',
  },
  usual: {
    core:
      '老样子|还是老样子|照旧|跟上次一样|和上次一样|同上次一样|跟以前一样|和以前一样|老规矩|' +
      'as usual|the usual|usual|same as usual|same as last time|same as before|like last time',
  },
  doubt: {
    core:
      '是不是|对不对|好不好|行不行|可不可以|可以不可以|能不能|要不要|发不发|确不确定|是否|真的|' +
      'really|are you sure|is it|is that right|is that correct|is it right|is it correct',
    with: '吗|呢|么|这样|这|我|您|你|就|都|还|没',
  },
};

const fillers = FILLER.split('|');
const GRAMMARS = Object.entries(PHRASES).map(([act, { core, with: around = '' }]) => ({
  act: act as Act,
  core: core.split('|'),
  around: [...fillers, ...around.split('|').filter((phrase) => phrase !== '')],
}));

const ACT_LENGTH = 60;

/**
 * The acts a whole turn is. A question decides nothing: 可以吗？ is neither yes nor no but a doubt, and so is 不是不行, which
 * says no to a no.
 */
export function actsOf(utterance: Utterance): ReadonlySet<Act> {
  const acts = new Set<Act>();
  if (utterance.folded.length > ACT_LENGTH) return acts;
  const question = /[?？]|[吗呢么]\s*[。.!]*$/u.test(utterance.folded);
  const plain = utterance.folded
    .replace(/[’‘`]/g, "'")
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
    .trim();
  if (DOUBLE_NEGATION.test(utterance.folded)) return acts.add('doubt');
  const bare = question ? plain.replace(/[吗呢么]+$/u, '') : plain;
  for (const { act, core, around } of GRAMMARS) {
    const decides = DECIDING.has(act);
    if (isMadeOf(decides ? bare : plain, core, around)) acts.add(question && decides ? 'doubt' : act);
  }
  return acts;
}

const DECIDING: ReadonlySet<Act> = new Set(['yes', 'no', 'wrong', 'cancel', 'cancel_all']);
const DOUBLE_NEGATION = /^(?:也|又|我|倒|这)*(?:不是|不能|并非|并不是|未必)不(?!是)[^，,。;!?]{0,4}[。.!]*$/u;

/**
 * Whether a text is nothing but phrases of the two lists, with at least one of `core`. Walks the positions that can be
 * reached, so it is linear in the text; a regular expression with these overlaps would not be.
 */
function isMadeOf(text: string, core: readonly string[], around: readonly string[]): boolean {
  const reached = Array.from({ length: text.length + 1 }, () => ({ plain: false, core: false }));
  reached[0]!.plain = true;
  for (let start = 0; start < text.length; start += 1) {
    const here = reached[start]!;
    if (!here.plain && !here.core) continue;
    const step = (end: number, isCore: boolean): void => {
      const there = reached[end]!;
      there.core ||= here.core || isCore;
      there.plain ||= here.plain && !isCore;
    };
    if (text[start] === ' ') step(start + 1, false);
    for (const phrase of core) if (standsAt(text, phrase, start)) step(start + phrase.length, true);
    for (const phrase of around) if (standsAt(text, phrase, start)) step(start + phrase.length, false);
  }
  return reached[text.length]!.core;
}

/** A Latin phrase must be whole words. */
function standsAt(text: string, phrase: string, start: number): boolean {
  if (!text.startsWith(phrase, start)) return false;
  const after = text[start + phrase.length] ?? ' ';
  const before = text[start - 1] ?? ' ';
  const latin = (character: string): boolean => /[a-z0-9']/.test(character);
  return !(latin(phrase.at(-1)!) && latin(after)) && !(latin(phrase[0]!) && latin(before));
}

const LATER =
  /等会|等一下|等下|稍后|待会|晚点|过会|一会儿再|回头再|先不|先别|再说|改天|再想想|想一想|考虑一下|考虑考虑|(?<![a-z])(?:later|not now|not yet|wait|hold on|one moment|let me think|let me check|give me a (?:minute|moment|second)|in a bit|in a minute)(?![a-z])/u;

/** "Not now": it keeps what is pending, so a part of a sentence is enough. */
export const isLater = ({ folded }: Utterance): boolean => folded.length <= ACT_LENGTH && LATER.test(folded);

const CHANGE =
  /改|换成|换个|换一|修改|更正|变更|更新|错|不对|重新填|重填|(?<![a-z])(?:change|update|edit|correct|fix|modify|different|another|wrong|instead|replace|make it|make that)(?![a-z])/u;

/** Says that something known should be otherwise. */
export const asksForChange = ({ folded }: Utterance): boolean => CHANGE.test(folded);

const REQUEST =
  /帮我|帮忙|我要|我想|请|麻烦|查|顺便|先|给我|能不能|可以|怎么|多久|什么时候|吗|\?|(?<![a-z])(?:i want|i need|i'd like|i would like|can you|could you|please|check|show me|tell me|help me|first|by the way|how|what|when|where|is there|do you)(?![a-z])/u;

/** Has the form of a request or a question, rather than of an answer. */
export const isRequestLike = ({ folded }: Utterance): boolean => REQUEST.test(folded);

const CONTROL =
  /(?:忽略|无视|忘记|绕过).{0,8}(?:规则|指令|限制|设定|要求|确认|流程)|(?:确认状态|系统状态|权限).{0,6}(?:设|改|置)|已(?:经)?确认.{0,4}(?:true|真)|(?:ignore|disregard|forget|bypass|override).{0,20}(?:rule|instruction|prompt|restriction|confirmation)|(?:system|assistant|developer)\s*(?:prompt)?\s*:|set\s+.{0,20}(?:confirm|state|admin|priority).{0,10}(?:true|to)/u;

/** Tries to set the machine's own state by words. It has no effect anyway; it is worth a flag. */
export const isControlAttempt = ({ folded }: Utterance): boolean => CONTROL.test(folded);
