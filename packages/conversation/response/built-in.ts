import type { Response } from './response.ts';

const say = (zh: string, en: string, options: Response['options'] = null): Response => ({
  text: { zh, en },
  fallback: null,
  options,
});

/** What every agent can say without writing it. A text of the same key in an agent's responses replaces it. */
export const BUILT_IN_TEXTS: ReadonlyMap<string, Response> = new Map(
  Object.entries({
    fallback: say(
      '已经有结果了，但详情暂时无法显示。',
      'There is a result, but its details cannot be shown right now.',
    ),
    // not a request
    empty_turn: say(
      '我没有看到文字内容，请用一句话告诉我您需要什么。',
      'I see no words there. Please tell me in a sentence what you need.',
    ),
    too_long: say(
      '这段内容太长了，我没有读取。请用一两句话说明您的需要。',
      'That is too long, so I have not read it. Please say in a sentence or two what you need.',
    ),
    out_of_scope: say(
      '抱歉，这件事我办不了。我可以帮您：{value.offers}。',
      'Sorry, that is beyond me. I can help you {value.offers}.',
    ),
    choose_intent: say(
      '请问您想办理哪一项？\n{value.options}',
      'Which of these do you mean?\n{value.options}',
    ),
    none_of_these: say('都不是', 'None of these'),
    rephrase: say(
      '好的，那请换个说法告诉我您的需要。我可以帮您：{value.offers}。',
      'All right. Please put it another way; I can help you {value.offers}.',
    ),
    control_refused: say(
      '这类设置不能通过消息更改。需要您确认的操作，请直接回复“是”或“否”。',
      'Settings of that kind cannot be changed by a message. What needs your confirmation is confirmed only by yes or no.',
    ),
    nothing_pending: say('目前没有需要您确认或取消的事项。', 'Nothing is waiting for your answer right now.'),
    // slots
    noted: say(
      '{value.title}已经记下了：{value.given}。{value.rest}',
      'I already have the {value.title}: {value.given}. {value.rest}',
    ),
    noted_missing: say('还差：{value.titles}。', 'Still missing: {value.titles}.'),
    noted_confirming: say('就等您确认。', 'I am waiting for your confirmation.'),
    corrected: say('已将{value.title}改为：{value.given}。', 'Changed the {value.title} to {value.given}.'),
    kept: say(
      '{value.title}没有改动，仍是：{value.given}。',
      'The {value.title} is unchanged: {value.given}.',
    ),
    ask_instead: say(
      '好的，{value.title}改成什么？（现在是：{value.given}）',
      'All right, what should the {value.title} be? (Now: {value.given})',
    ),
    which: say(
      '“{value.words}”不止一种可能，请问是哪一个？\n{value.options}',
      '"{value.words}" could be several. Which one?\n{value.options}',
    ),
    unknown: say('没有找到“{value.words}”，请换个说法。', 'I cannot find "{value.words}". Please try again.'),
    invalid: say('“{value.words}”不符合要求。', '"{value.words}" is not in the right form.'),
    unclear: say('抱歉，我没有听明白。', 'Sorry, I did not understand that.'),
    date_unclear: say(
      '“{value.words}”我没法确定是哪段时间，请说得具体一些，例如“上个月”“Q3”或“2026-07-01到2026-07-31”。',
      'I cannot tell which dates "{value.words}" means. Please be more specific, such as "last month", "Q3" or "2026-07-01 to 2026-07-31".',
    ),
    date_invalid: say(
      '日历上没有“{value.words}”这个日期，请核对后再说一次。',
      'There is no such date as "{value.words}". Please check it and say it again.',
    ),
    date_reversed: say(
      '“{value.words}”的结束日期早于开始日期，请核对先后顺序后再说一次。',
      '"{value.words}" ends before it begins. Please check the order of the two dates and say it again.',
    ),
    several: say(
      '{value.title}只能选一个，您提到的不止一个。请问是哪一个？\n{value.options}',
      'There can be only one {value.title}, and you named more. Which one?\n{value.options}',
    ),
    text_too_long: say('内容太长了，请精简一些。', 'That is too long. Please shorten it.'),
    number_out_of_range: say(
      '“{value.words}”超出了允许的范围。',
      '"{value.words}" is outside what is allowed.',
    ),
    offer: say('{value.title}还是“{value.given}”吗？', 'Is the {value.title} still "{value.given}"?', {
      zh: ['是', '不是'],
      en: ['Yes', 'No'],
    }),
    why: say(
      '办理“{value.task}”需要{value.title}，没有它我无法继续。',
      'I need the {value.title} to {value.task}.',
    ),
    cannot_skip: say(
      '{value.title}是必填的，不能跳过。',
      'The {value.title} is required and cannot be skipped.',
    ),
    wait: say('好的，您准备好了再告诉我。', 'Take your time.'),
    // tasks
    queued: say('好的，这几件事依次办理：\n{value.tasks}', 'All right, one after the other:\n{value.tasks}'),
    next_task: say('接下来：{value.task}。', 'Next: {value.task}.'),
    resumed: say('回到刚才的事：{value.task}。', 'Back to where we were: {value.task}.'),
    switched: say('好的，先办：{value.task}。', 'All right, first: {value.task}.'),
    too_many: say(
      '手头要办的事已经不少了，办完再说：{value.task}。',
      'There is a lot under way already; let us finish it before this: {value.task}.',
    ),
    accepted: say('处理中，请稍候。', 'Working on it, one moment please.'),
    already_processing: say(
      '这件事已经在处理了，请稍候：{value.task}。',
      'That is already under way: {value.task}.',
    ),
    still_checking: say('正在核对信息，请稍候。', 'Still checking the details, one moment please.'),
    cancelled: say(
      '好的，已取消：{value.task}。没有执行任何操作。',
      'All right, cancelled: {value.task}. Nothing was done.',
    ),
    lookup_failed: say(
      '暂时无法核对信息，没有执行任何操作。请稍后再试。',
      'The details cannot be checked right now, and nothing was done. Please try again later.',
    ),
    about: say('关于“{value.task}”：{value.text}', 'About "{value.task}": {value.text}'),
    // confirmation
    confirm_unclear: say('我没有把这当作确认。', 'I did not take that as a yes.'),
    confirm_later: say(
      '好的，不着急。想好了请回复“是”，不办了就回复“否”。',
      'No hurry. Say yes when you are ready, or no to drop it.',
    ),
    confirm_expired: say(
      '等待确认超时，已取消：{value.task}。没有执行任何操作。',
      'The confirmation timed out, so this was cancelled: {value.task}. Nothing was done.',
    ),
    what_to_change: say(
      '好的，哪里不对？可以修改：{value.titles}。',
      'All right, what is wrong? You can change: {value.titles}.',
    ),
    yes_or_no: say('请回复“是”或“否”。', 'Please answer yes or no.', { zh: ['是', '否'], en: ['Yes', 'No'] }),
    // people
    handing_over: say(
      '已为您转接人工，相关信息一并转交，您不用重复说明。',
      'I am passing you to a person, together with what you told me.',
    ),
    gave_up: say(
      '看来我帮不上忙，“{value.task}”已转交人工处理，您说过的信息会一并转交。',
      'I could not manage that, so a person will take over: {value.task}. What you told me goes along.',
    ),
    with_a_person: say(
      '您的会话由人工接待中，请稍候。',
      'A person is handling this conversation. One moment please.',
    ),
    released: say('我们继续。请告诉我您需要什么。', 'Let us go on. Please tell me what you need.'),
  }),
);
