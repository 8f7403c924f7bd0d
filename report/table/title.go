package table

import (
	"bytes"
	"regexp"

	"github.com/xuri/excelize/v2"
)

// element is the tag of an element without a prefix.
var element = regexp.MustCompile(`(</?)([A-Za-z]+)([ />])`)

// SetTitle sets the title and the author of a workbook. Its properties are written with the prefix
// "cp", without which some programs do not open the file.
func SetTitle(f *excelize.File, title string) error {
	const properties = "docProps/core.xml"
	if err := f.SetDocProps(&excelize.DocProperties{Title: title, Creator: "Arpad"}); err != nil {
		return err
	}
	if core, ok := f.Pkg.Load(properties); ok {
		if text, ok := core.([]byte); ok {
			text = element.ReplaceAll(text, []byte("${1}cp:${2}${3}"))
			f.Pkg.Store(properties, bytes.Replace(text, []byte(" xmlns="), []byte(" xmlns:cp="), 1))
		}
	}
	return nil
}
