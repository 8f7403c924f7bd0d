package view

import "testing"

// A section that tells the age of its players is not called by its name on public pages.
func TestTellsAge(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Under 14", "UNDER-8", "U12", "u-18", "Ｕ１２", "U 10 Girls", "B12", "G08", "12 and under", "50+", "S65", "Over 60", "Junior", "Youth Open", "Cadets", "Elementary", "Grade 4",
		"小学生の部", "中学生", "高校の部", "15歳以下", "12以下", "18未満", "5年生", "低学年", "ジュニア", "ｼﾞｭﾆｱ", "ユース", "キッズ", "こどもの部", "子ども", "小6", "シニア", "一般・学生",
	} {
		if !TellsAge(name) {
			t.Errorf("%q does not tell an age", name)
		}
	}
	for _, name := range []string{
		"", "Open", "A", "B", "B1", "B2", "C", "Class B 2", "U1600", "Under 2000", "Below 1400", "2000+", "15+10", "90+30", "Rapid", "Women", "Beginner", "Group 1", "Division 12", "Section 2",
		"オープン", "一般", "1400未満", "1600以下", "A級", "女子", "初心者", "予選1", "大会",
	} {
		if TellsAge(name) {
			t.Errorf("%q tells an age", name)
		}
	}
}
