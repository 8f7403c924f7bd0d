package namekey

import "unicode"

// The variants of kanji, as facts: each first character is read as the second.
// Where several are confused with each other, all are read as one: a search finds
// too many rather than nobody.

// reformed are the old forms of kanji and those of today, as the Japanese list
// of characters for general use has them beside each other, the list of
// characters for given names, and the print forms that dictionaries have as
// variants of them. Those that Unicode has only for compatibility are left to
// NFKC.
const reformed = "" +
	"亞亜惡悪壓圧圍囲爲為醫医壹壱稻稲飮飲隱隠營営榮栄衞衛驛駅圓円艷艶鹽塩奧奥應応歐欧毆殴櫻桜鴎鷗假仮價価畫画會会懷懐壞壊繪絵" +
	"擴拡殼殻覺覚學学斈学嶽岳樂楽勸勧卷巻寬寛歡歓罐缶觀観關関陷陥巖巌顏顔歸帰氣気龜亀僞偽戲戯犧犠舊旧據拠擧挙舉挙峽峡挾挟狹狭" +
	"鄕郷堯尭曉暁區区驅駆駈駆勳勲薰薫羣群徑径惠恵溪渓經経繼継莖茎螢蛍輕軽鷄鶏雞鶏藝芸缺欠儉倹劍剣圈圏檢検權権獻献縣県險険顯顕" +
	"驗験嚴厳效効廣広恆恒鑛鉱礦鉱號号國国圀国黑黒濟済碎砕劑剤册冊雜雑參参慘惨棧桟蠶蚕贊賛讚讃殘残絲糸齒歯兒児辭辞濕湿實実舍舎" +
	"寫写釋釈壽寿收収從従澁渋獸獣縱縦肅粛處処緖緒敍叙敘叙奬奨將将燒焼稱称證証乘乗剩剰壤壌孃嬢條条淨浄疊畳穰穣讓譲釀醸囑嘱觸触" +
	"寢寝愼慎晉晋眞真盡尽圖図粹粋醉酔穗穂隨随髓髄數数樞枢瀨瀬聲声靜静攝摂竊窃專専戰戦淺浅潛潜纖繊踐践錢銭禪禅曾曽雙双壯壮搜捜" +
	"插挿爭争總総聰聡莊荘裝装騷騒增増藏蔵臟臓屬属續続墮堕體体躰体對対帶帯滯滞臺台瀧滝擇択澤沢單単擔担膽胆團団彈弾斷断癡痴遲遅" +
	"晝昼蟲虫鑄鋳廳庁聽聴鎭鎮遞逓鐵鉄鐡鉄銕鉄轉転點点傳伝黨党盜盗燈灯當当鬭闘鬪闘德徳獨独讀読屆届繩縄貳弐惱悩腦脳霸覇廢廃拜拝" +
	"賣売麥麦發発髮髪拔抜蠻蛮祕秘拂払佛仏變変辨弁辯弁瓣弁舖舗步歩寶宝寳宝豐豊沒没飜翻萬万滿満默黙餠餅彌弥藥薬譯訳豫予餘余與与" +
	"譽誉搖揺樣様謠謡遙遥來来賴頼亂乱覽覧龍竜兩両獵猟綠緑壘塁淚涙勵励禮礼隸隷靈霊齡齢曆暦歷歴戀恋爐炉勞労樓楼錄録灣湾巢巣淸清" +
	"靑青尙尚敎教產産內内溫温槪概橫横黃黄戶戸吳呉娛娯悅悦閱閲說説稅税銳鋭緣縁虛虚每毎涉渉渴渇狀状硏研襃褒豎竪卽即彥彦郞郎昻昂" +
	"曻昇凜凛槇槙檜桧祿禄禰祢禱祷濤涛檮梼礪砺萠萌蘆芦蠟蝋蟬蝉鄰隣醬醤鍊錬閒間驒騨麴麹麵麺瘦痩頰頬顚顛搔掻摑掴攪撹凉涼煕熙凞熙" +
	"頴穎兔兎邇迩璢瑠鴈雁逹達枩松翆翠秌秋穐秋龝秋竒奇竝並盃杯烟煙綫線緜綿釡釜鈎鉤"

// variants are forms that occur in family names and registers.
const variants = "" +
	"髙高𠮷吉𡈽土㐂喜﨑崎嵜崎㟢崎嶋島嶌島濱浜濵浜邊辺邉辺斎斉齊斉齋斉冨富峯峰栁柳桺柳薮藪籔藪篭籠薗園舘館舩船桒桑渊淵渕淵埜野" +
	"桝枡槗橋礒磯曺曹喆哲欝鬱"

// formOf is the form as which a kanji is read.
var formOf = func() map[rune]rune {
	all := map[rune]rune{}
	var first rune
	for _, r := range reformed + variants {
		if first == 0 {
			first = r
			continue
		}
		all[first], first = r, 0
	}
	return all
}()

const kanjiAgain = 0x3005 // the kanji before once more

func isKanji(r rune) bool { return unicode.Is(unicode.Han, r) }

// foldKanji returns the form of a kanji that stands behind another character; 0
// if it repeats a kanji and there is none.
func foldKanji(r, last rune) rune {
	switch form, ok := formOf[r]; {
	case r == kanjiAgain && isKanji(last):
		return last
	case r == kanjiAgain:
		return 0
	case ok:
		return form
	}
	return r
}

// Forms returns pairs of kanji: a form, and that as which it is read.
func Forms() string { return reformed + variants }
