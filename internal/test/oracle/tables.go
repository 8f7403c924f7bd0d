package oracle

// expectancy is FIDE's table 8.1.2: the largest difference of each line and
// the expected score of the higher-rated player, in hundredths. Beyond the last
// line it is 100.
var expectancy = []struct{ difference, higher int }{
	{3, 50}, {10, 51}, {17, 52}, {25, 53}, {32, 54}, {39, 55}, {46, 56}, {53, 57}, {61, 58}, {68, 59},
	{76, 60}, {83, 61}, {91, 62}, {98, 63}, {106, 64}, {113, 65}, {121, 66}, {129, 67}, {137, 68}, {145, 69},
	{153, 70}, {162, 71}, {170, 72}, {179, 73}, {188, 74}, {197, 75}, {206, 76}, {215, 77}, {225, 78}, {235, 79},
	{245, 80}, {256, 81}, {267, 82}, {278, 83}, {290, 84}, {302, 85}, {315, 86}, {328, 87}, {344, 88}, {357, 89},
	{374, 90}, {391, 91}, {411, 92}, {432, 93}, {456, 94}, {484, 95}, {517, 96}, {559, 97}, {619, 98}, {735, 99},
}

// expected returns the expected score in hundredths for a difference, own
// rating minus the opponent's.
func expected(difference int) int {
	higher := 100
	for _, line := range expectancy {
		if max(difference, -difference) <= line.difference {
			higher = line.higher
			break
		}
	}
	if difference < 0 {
		return 100 - higher
	}
	return higher
}

// above50 is FIDE's table 8.1.1 for 50 to 100 per cent.
var above50 = [51]int{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65, // 50 to 59
	72, 80, 87, 95, 102, 110, 117, 125, 133, 141, // 60 to 69
	149, 158, 166, 175, 184, 193, 202, 211, 220, 230, // 70 to 79
	240, 251, 262, 273, 284, 296, 309, 322, 336, 351, // 80 to 89
	366, 383, 401, 422, 444, 470, 501, 538, 589, 677, // 90 to 99
	800, // notional
}

// dp returns the rating difference for a percentage.
func dp(percent int) int {
	if percent < 50 {
		return -above50[50-percent]
	}
	return above50[percent-50]
}
