/**
 * Everyday sentences that no business agent is for. They are learned as "none of the intents", so that an agent with a
 * handful of intents does not take every question with 怎么 or "my" for one of its own. A sentence that resembles an
 * agent's own examples is left out of its training.
 */
export const BACKGROUND: readonly string[] = [
  ...lines(`
明天北京下雨吗
后天气温多少度
外面冷不冷
今天适合洗车吗
给我说个段子
唱首歌吧
放点轻音乐
推荐一部电影
最近有什么好看的电视剧
附近有什么好吃的
红烧肉怎么做
米饭要煮多久
帮我订一张去上海的火车票
订个酒店
去机场怎么走
打车去公司
现在几点了
今天是星期几
定个七点的闹钟
提醒我下午开会
帮我写一封情书
写一首关于春天的诗
把这句话翻译成英文
英语单词怎么背
一加一等于几
圆周率是多少
世界上最高的山是哪座
中国有多少个省
谁是第一个登上月球的人
太阳为什么会发光
昨晚的球赛谁赢了
世界杯什么时候开始
黄金价格是多少
今天大盘涨了吗
比特币现在多少钱
我头疼怎么办
感冒了吃什么药
怎么减肥最快
推荐几个健身动作
我今天心情不好
我失恋了
你喜欢我吗
你几岁了
你是男的还是女的
你有女朋友吗
你吃饭了吗
人生的意义是什么
帮我写一段代码
电脑蓝屏了怎么办
手机没信号
无线网密码是多少
修改登录密码
我的账号被锁了
信用卡怎么还款
给妈妈转五百块
查一下银行卡余额
话费还剩多少
帮我交水电费
办理签证要什么材料
社保怎么查
公积金能取多少
孩子上学报名
帮我订会议室
取消明天的会议
约个时间面试
给我请三天假
帮我写简历
工资什么时候发
年终奖有多少
公司地址在哪里
招聘程序员吗
猫为什么掉毛
狗不能吃什么
花怎么养
星座运势怎么样
讲讲历史故事
玩个游戏吧
成语接龙
打开客厅的灯
把空调调到二十六度
房价还会涨吗
总统是谁
有什么新闻
帮我选个礼物
生日蛋糕哪里买
周末去哪玩
爬山要带什么
海边有什么好玩的
怎么考驾照
汽车保养多少钱
加油站在哪
停车费怎么算
随便聊聊
无聊死了
哈哈哈哈
嗯我想想啊
没什么事
测试测试
床前明月光
看前面那个
选一个数字
阿巴阿巴
`),
  ...lines(`
is it going to rain tomorrow
how hot is it outside
do I need an umbrella today
what is the temperature in London
say something funny
sing me a song
put on some jazz
recommend a good movie
what should I watch tonight
find a restaurant near me
how long do I boil eggs
give me a recipe for pasta
book a train ticket to Boston
find me a cheap hotel
reserve a table for two
how do I get to the airport
call me a taxi
what time is it
what day is it today
wake me up at six
remind me to call mom
write a love letter
write a poem about spring
translate this into Spanish
how do you say thanks in French
what is two plus two
what is the square root of nine
what is the tallest mountain
how many states are there
who was the first president
why is the sky blue
who won the match yesterday
when does the world cup start
what is the price of gold
how is the stock market doing
buy some bitcoin
I have a headache
what should I take for a cold
how can I lose weight
show me some exercises
I feel sad today
do you love me
how old are you
are you a robot
do you have a girlfriend
what is the meaning of life
write some code for me
my computer crashed
my phone has no signal
what is the wifi password
reset my password
my account is locked
how do I pay my credit card
transfer fifty dollars to my mother
what is my bank balance
pay my electricity bill
how do I apply for a visa
when are taxes due
sign my kid up for school
book a meeting room
cancel the meeting tomorrow
schedule an interview
I need three days off
help me with my resume
when do we get paid
what is your company address
are you hiring
why do cats purr
what can dogs not eat
how do I grow tomatoes
what is my horoscope
tell me about ancient Rome
let us play a game
turn on the living room lights
set the thermostat to seventy
will house prices go up
who is the president
what is in the news
help me pick a birthday gift
where can I buy a cake
what should I do this weekend
what do I pack for a hike
how do I get a driving licence
how much is an oil change
where is the nearest gas station
flip a coin
roll the dice
spell necessary
just chatting
I am bored
lol
testing one two three
the quick brown fox
look at that one over there
pick a number
read it out loud
something else entirely
`),
];

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
