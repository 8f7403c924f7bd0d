package file_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/report/file"
)

// Encodings are told by what the bytes would say in each; one that cannot be told is
// asked for, never guessed.
func TestEncodingsAreTold(t *testing.T) {
	little, big := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	for _, c := range []struct {
		text string
		in   encoding.Encoding
		told string // empty: it is asked for
	}{
		{"001 Dvořák, Jiří\n001 Čapek, Karel\n", charmap.Windows1250, "windows-1250"},
		{"001 Wiśniewski, Paweł\n001 Żak, Józef\n", charmap.Windows1250, "windows-1250"},
		{"001 Kőszegi, Ernő\n032 HUN\n", charmap.Windows1250, "windows-1250"},
		{"001 Sørensen, Bjørn\n", charmap.Windows1252, "windows-1252"},
		{"001 Müller, Jürgen\n", charmap.Windows1252, "windows-1252"},
		{"001 Muñoz, Íñigo\n001 Ibáñez, Begoña\n", charmap.Windows1252, "windows-1252"},
		{"001 Παπαδόπουλος, Νίκος\n", charmap.Windows1253, "windows-1253"},
		{"001 青木 蓮\n001 馬場 みお\n", japanese.ShiftJIS, "shift_jis"},
		{"001 青木 蓮\n001 馬場 みお\n", japanese.EUCJP, "euc-jp"},
		{"001 青木 蓮\n001 馬場 みお\n", japanese.ISO2022JP, "iso-2022-jp"},
		{"001 青木 蓮 and others\n", little, "utf-16"},
		{"001 青木 蓮 and others\n", big, "utf-16"},
		{"001 Tõn\n", charmap.Windows1252, ""},                // or Tőn
		{"001 García, Raúl\n", charmap.CodePage850, ""},       // in Big5 a full-width sign
		{"001 Krüger, Lea\n", charmap.CodePage850, ""},        // in Shift_JIS a quotation mark
		{"001 Jankauskienė, Agnė\n", charmap.Windows1257, ""}, // in Windows-1252 an ë
	} {
		data, err := c.in.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(c.text, err)
		}
		var found finding.Collector
		text := file.Decode([]byte(data), "", &found)
		if c.told == "" {
			if len(found.Findings) != 1 || found.Findings[0].ID != "encoding-undecided" || !found.Refused() {
				t.Errorf("%q: %q %v", c.text, text, found.Findings)
			}
			continue
		}
		if text != c.text || len(found.Findings) != 1 || found.Findings[0].Value("encoding") != c.told {
			t.Errorf("%q as %s: got %q, %v", strings.TrimSpace(c.text), c.told, text, found.Findings)
		}
	}
}

// people are family and given names of federations, and what their programs write.
var people = []struct {
	federation, family, given string
	in                        []encoding.Encoding
}{
	{"GER", "Müller Schäfer König Bäcker Schröder Weiß Jäger Groß Krüger Schmidt Lang Vogel Kühn Hübner", "Jürgen Jörg Günter Björn Anna Karl Käthe Max Sören Lea", []encoding.Encoding{charmap.Windows1252, charmap.CodePage850}},
	{"FRA", "Lefèvre Béranger Gauthier François Léger Boissière Dupré Noël Martin Petit Châtelain Rivière", "André Hélène Jérôme Benoît Loïc Zoé Paul Luc Françoise Joël", []encoding.Encoding{charmap.Windows1252}},
	{"ESP", "Muñoz Ibáñez Núñez García Martínez Peña Gómez Ordóñez Ruiz Blanco Sánchez Ramírez", "Íñigo Begoña José Andrés Ángel Lucía Pablo Inés Raúl Sofía", []encoding.Encoding{charmap.Windows1252}},
	{"NOR", "Sørensen Ødegård Bjørnstad Håland Nygård Løvås Næss Berg Dahl Skår Østby", "Bjørn Åse Jørgen Pål Øystein Håkon Kari Nils Tor Sølvi", []encoding.Encoding{charmap.Windows1252, charmap.CodePage850}},
	{"ISL", "Þórðarson Guðmundsdóttir Jónsson Björnsson Sigurðardóttir Ásgeirsson Magnússon Ólafsdóttir", "Þór Guðrún Sæmundur Jón Ásdís Óðinn Birna Kári", []encoding.Encoding{charmap.Windows1252}},
	{"POL", "Wiśniewski Żak Wójcik Kamiński Zieliński Dąbrowski Kozłowski Jabłoński Krawczyk Pawłowski Sikora Gołąb", "Paweł Józef Łukasz Małgorzata Grażyna Piotr Stanisław Jan Bożena Michał", []encoding.Encoding{charmap.Windows1250, charmap.ISO8859_2}},
	{"CZE", "Dvořák Čapek Novotný Procházka Kučera Veselý Horák Němec Růžička Beneš Fiala Šťastný Kříž", "Jiří Šárka Tomáš Lukáš Věra Zdeněk Ondřej Jana Petr Matěj", []encoding.Encoding{charmap.Windows1250, charmap.CodePage852, charmap.ISO8859_2}},
	{"HUN", "Kőszegi Tóth Szűcs Kovács Németh Erdős Bálint Lukács Nagy Fehér Győri Pintér", "Ernő Gergő László Zoltán Ágnes Jenő Béla Péter Éva Dezső", []encoding.Encoding{charmap.Windows1250, charmap.CodePage852}},
	{"CRO", "Horvat Kovačić Babić Marić Jurišić Božić Perković Vuković Šimić Grgić Đurić", "Ivan Željko Mate Nikša Marija Šime Božidar Luka Anđela", []encoding.Encoding{charmap.Windows1250, charmap.CodePage852}},
	{"SRB", "Јовановић Петровић Николић Ђорђевић Марковић Илић Павловић Љубичић Стојановић", "Милош Никола Јелена Душан Ђорђе Марко Љиљана Бојан", []encoding.Encoding{charmap.Windows1251}},
	{"RUS", "Иванов Петров Щукин Кузнецова Соловьёв Морозов Волков Зайцева Лебедев Семёнов Орлова Жуков", "Иван Пётр Юрий Елена Сергей Ольга Дмитрий Наталья Алексей Фёдор", []encoding.Encoding{charmap.Windows1251, charmap.KOI8R, charmap.CodePage866}},
	{"UKR", "Шевченко Бойко Коваленко Гнатюк Кравець Лисенко Їжакевич Савченко Мельник Поліщук", "Олексій Іван Оксана Юлія Андрій Микола Наталія Євген", []encoding.Encoding{charmap.Windows1251, charmap.KOI8U}},
	{"BUL", "Георгиев Димитрова Иванов Стоянов Тодорова Христов Ангелов Цветков Желязков", "Георги Димитър Мария Стоян Петър Красимир Ивайло Цветана", []encoding.Encoding{charmap.Windows1251}},
	{"GRE", "Παπαδόπουλος Γεωργίου Νικολάου Οικονόμου Αγγελίδης Ξενάκης Βλάχος Μακρής Σταύρου", "Νίκος Γιώργος Ελένη Κώστας Άννα Δημήτρης Μαρία Σπύρος", []encoding.Encoding{charmap.Windows1253, charmap.ISO8859_7}},
	{"TUR", "Yılmaz Şahin Öztürk Çelik Kaya Aydın Yıldız Doğan Şimşek Gündüz Koç", "Ayşe Gökhan İbrahim Çağla Uğur Işıl Mehmet Oğuz Şule", []encoding.Encoding{charmap.Windows1254}},
	{"LTU", "Kazlauskas Žukauskas Butkevičius Šimkus Paulauskaitė Čepaitis Jankauskienė Grybė Vaitkūnas", "Jonas Žydrūnas Eglė Šarūnas Agnė Mindaugas Giedrė Vytautė", []encoding.Encoding{charmap.Windows1257}},
	{"ISR", "כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן שפירא גולדברג", "דוד משה שרה רחל יוסף נועה אבי תמר", []encoding.Encoding{charmap.Windows1255}},
	{"EGY", "محمود حسن إبراهيم السيد عثمان خليل منصور سليمان الشريف", "أحمد محمد فاطمة علي مريم خالد يوسف نورا", []encoding.Encoding{charmap.Windows1256}},
	{"JPN", "青木 馬場 佐藤 鈴木 高橋 田中 渡辺 井上 小林 大塚 桜井 久保田 三宅 矢野 杉本", "蓮 みお 健太 花子 翔 美咲 大輔 陽子 一郎 さくら 拓海 恵理 隼人 七海", []encoding.Encoding{japanese.ShiftJIS, japanese.EUCJP}},
	{"JPN", "ｱｵｷ ﾊﾞﾊﾞ ｻﾄｳ ｽｽﾞｷ ﾀｶﾊｼ ﾜﾀﾅﾍﾞ ｲﾉｳｴ", "ﾚﾝ ﾐｵ ｹﾝﾀ ﾊﾅｺ ｼｮｳ ﾐｻｷ", []encoding.Encoding{japanese.ShiftJIS}},
	{"CHN", "王 李 张 刘 陈 杨 赵 黄 周 欧阳 孟 龚 邹", "伟 芳 秀英 娜 敏 静 建国 丽娟 强 磊 晓雯 梓涵", []encoding.Encoding{simplifiedchinese.GBK}},
	{"TPE", "陳 林 黃 張 李 王 吳 劉 蔡 楊 賴 歐陽 簡", "志明 淑芬 美玲 俊傑 雅婷 怡君 建宏 冠宇 詩涵", []encoding.Encoding{traditionalchinese.Big5}},
	{"KOR", "김 이 박 최 정 강 조 윤 장 임", "민준 서연 지우 도윤 하은 수빈 현우 예진", []encoding.Encoding{korean.EUCKR}},
}

// A file with names of a federation is read rightly or asked about, and read in nine cases of
// ten if it has 40 players and their federation.
func TestEncodingsOfFederations(t *testing.T) {
	draws := soak.Of(4, 12)
	dice := rand.New(rand.NewPCG(1, 56))
	of := func(words string) string {
		all := strings.Fields(words)
		return all[dice.IntN(len(all))]
	}
	for n, p := range people {
		for _, in := range p.in {
			for _, size := range []int{1, 4, 40} {
				for _, stated := range []bool{true, false} {
					decided, undecided := 0, ""
					for range draws {
						var b strings.Builder
						for i := range size {
							from := p
							if guest := people[dice.IntN(len(people))]; dice.IntN(8) == 0 {
								from = guest
							}
							name := of(from.family) + ", " + of(from.given)
							if _, err := in.NewEncoder().String(name); err != nil {
								from, name = people[n], of(p.family)+", "+of(p.given)
							}
							if !stated {
								from.federation = ""
							}
							fmt.Fprintf(&b, "001 %4d      %s                 2000 %3s     %d\n", i+1, name, from.federation, 4100000+i)
						}
						data, err := in.NewEncoder().String(b.String())
						must(t, err)
						var found finding.Collector
						switch text := file.Decode([]byte(data), "", &found); {
						case found.Refused():
							undecided = found.Findings[0].Value("encodings")
						case text != b.String():
							t.Errorf("%s in %v, %d players: %v\n%s", p.federation, in, size, found.Findings, text[:min(len(text), 400)])
						default:
							decided++
						}
					}
					if stated && size == 40 && decided < draws*9/10 {
						t.Errorf("%s in %v: %d of %d decided; %s", p.federation, in, decided, draws, undecided)
					}
				}
			}
		}
	}
}
