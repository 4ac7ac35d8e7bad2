import type { Payload } from './payload.ts'

const wordHead = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- /* Font Definitions */ @font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;} p.MsoNormal {margin:0in; font-size:11.0pt; font-family:"Calibri",sans-serif;} --></style></head><body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->`

const wordItem = (level: number, mark: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 0.5}in;mso-add-space:auto;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

/** A word processor: heading, bold and colored text, a link, a nested list; with a picture. */
export const wordText: Payload = {
  source: 'Word, a heading, a paragraph and a list',
  picture: true,
  forms: {
    'text/plain': 'Solar\r\nCheap and red, see there.\r\n•\tSun\r\no\tHeat\r\n•\tWind\r\n',
    'text/html': `${wordHead}

<h1><span style='font-size:16.0pt;font-family:"Calibri Light",sans-serif;color:#2F5496'>Solar<o:p></o:p></span></h1>

<p class=MsoNormal><b>Cheap</b> and <span style='color:red'>red</span>, see <a href="https://a.example/sun">there</a>.<o:p></o:p></p>

${wordItem(1, '·', 'Sun')}

${wordItem(2, 'o', 'Heat')}

${wordItem(1, '·', 'Wind')}

<!--EndFragment--></body></html>`,
  },
}

/** A word processor: text, a table, text. */
export const wordTable: Payload = {
  source: 'Word, a table between two paragraphs',
  forms: {
    'text/plain': 'Before\r\nRegion\tSales\r\nNorth\t12\r\nAfter\r\n',
    'text/html': `${wordHead}<p class=MsoNormal>Before<o:p></o:p></p><table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'><tr style='mso-yfti-irow:0'><td width=208 valign=top style='width:155.8pt;border:solid windowtext 1.0pt;padding:0in 5.4pt'><p class=MsoNormal><b>Region<o:p></o:p></b></p></td><td width=208 valign=top style='width:155.85pt'><p class=MsoNormal><b>Sales<o:p></o:p></b></p></td></tr><tr><td><p class=MsoNormal>North<o:p></o:p></p></td><td><p class=MsoNormal align=right style='text-align:right'>12<o:p></o:p></p></td></tr></table><p class=MsoNormal>After<o:p></o:p></p><!--EndFragment--></body></html>`,
  },
}

/** Cells of a sheet: HTML, tab-separated text, and a picture. Two cells are merged. */
export const excelCells: Payload = {
  source: 'Excel, six cells',
  picture: true,
  forms: {
    'text/plain': 'Region\tSales\r\nNorth\t1,200.50\r\nAll in all\t\r\n',
    'text/html': `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Excel.Sheet><meta name=Generator content="Microsoft Excel 15"><style><!--table {mso-displayed-decimal-separator:"\\."; mso-displayed-thousand-separator:"\\,";} .xl65 {font-weight:700;} td {padding-top:1px; font-size:11.0pt; font-family:Calibri, sans-serif;}--></style></head><body link="#0563C1" vlink="#954F72"><table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'><!--StartFragment--><col width=64 span=2 style='width:48pt'><tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64 style='height:15.0pt;width:48pt;font-weight:700'>Region</td><td class=xl65 width=64 style='width:48pt;font-weight:700'>Sales</td></tr><tr height=20 style='height:15.0pt'><td height=20 style='height:15.0pt'>North</td><td align=right style='text-align:right'>1,200.50</td></tr><tr height=20><td colspan=2 height=20 style='height:15.0pt'>All in all</td></tr><!--EndFragment--></table></body></html>`,
  },
}

/** A shape of another presentation program: a picture without text. */
export const powerPointShape: Payload = {
  source: 'PowerPoint, a shape',
  picture: true,
  forms: {
    'text/html': `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:p="urn:schemas-microsoft-com:office:powerpoint" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=ProgId content=PowerPoint.Slide></head><body><!--StartFragment--><!--[if gte vml 1]><v:shape style='width:96pt;height:96pt'></v:shape><![endif]--><![if !vml]><img width=128 height=128 src="file:///C:/Temp/msohtmlclip1/01/clip_image001.png" v:shapes="Oval_x0020_4"><![endif]><!--EndFragment--></body></html>`,
  },
}

/** A text box of another presentation program; with a picture. */
export const powerPointText: Payload = {
  source: 'PowerPoint, words of a text box',
  picture: true,
  forms: {
    'text/plain': 'Less is more',
    'text/html': `<html xmlns:p="urn:schemas-microsoft-com:office:powerpoint"><head><meta name=ProgId content=PowerPoint.Slide></head><body><!--StartFragment--><div class=O style='mso-line-spacing:"90 50 0"'><span style='font-size:28.0pt;font-family:Calibri;color:#C00000'>Less is <b>more</b></span></div><!--EndFragment--></body></html>`,
  },
}
