/**
 * The traditional forms of the characters that key words, titles and dates are made of. It folds what we
 * compare, never what we store: an address is kept as it was typed. One character to one, so that spans hold.
 */
const PAIRS =
  '發发報报銷销個个總总監监經经張张訂订單单號号還还沒没貨货幫帮給给導导據据數数後后間间時时週周兩两點点這这' +
  '麼么嗎吗為为換换錯错質质確确認认對对關关開开電电話话聯联繫系轉转請请問问幾几從从過过國国東东處处廣广區区' +
  '樓楼層层郵邮遞递運运輸输籤签催催遲迟慢慢壞坏舊旧陳陈劉刘趙赵孫孙吳吴鄭郑馮冯楊杨許许韓韩蔣蒋歐欧陽阳閻阎' +
  '譚谭盧卢鄒邹蘇苏呂吕葉叶龍龙萬万錢钱湯汤傅傅賴赖龔龚賀贺顧顾鄧邓蕭萧閆闫諸诸軒轩馬马黃黄羅罗謝谢賈贾鍾钟' +
  '書书長长經经記记會会計计師师員员務务財财產产業业門门麗丽強强偉伟傑杰華华蘭兰鳳凤寶宝慶庆學学說说聽听見见' +
  '買买賣卖價价錢钱額额現现在在裡里裏里來来誰谁讓让該该應应當当實实際际總总結结統统圖图檔档閱阅讀读寫写節节' +
  '歲岁歷历曆历農农終终頭头尾尾尋寻詢询查查況况狀状態态達达邊边錄录補补償偿維维護护訴诉傳传鞋鞋褲裤襯衬衫衫' +
  '類类顏颜色色黑黑藍蓝綠绿紅红紫紫碼码號号雙双條条臺台灣湾縣县鎮镇鄉乡號号線线網网際际復复複复雜杂簡简體体' +
  '優优惠惠異异動动態态變变麻麻煩烦謝谢務务辦办理理費费退退訊讯資资料料屬属於于與与將将並并嘗尝試试檢检視视' +
  '緊紧極极氣气題题須须預预領领顯显飛飞館馆驗验髒脏鬆松';

const SIMPLIFIED = new Map<string, string>();
for (let index = 0; index + 1 < PAIRS.length; index += 2) SIMPLIFIED.set(PAIRS[index]!, PAIRS[index + 1]!);

/** `text` with the traditional forms of key characters made simplified; the length never changes. */
export function simplify(text: string): string {
  let folded = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    folded += SIMPLIFIED.get(character) ?? character;
  }
  return folded;
}
