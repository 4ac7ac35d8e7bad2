import type { Payload } from './payload.ts'

/** A web text editor: everything is inside a <b> that is not bold. */
export const docsText: Payload = {
  source: 'Google Docs, words and a nested list',
  forms: {
    'text/plain': 'Plain and bold\n\nOne\nDeep\nTwo',
    'text/html': `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6f1b0a6c-7fff-2b1e-0f5c-0d2a3b4c5d6e"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#1155cc;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">Plain and </span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;font-weight:700;white-space:pre-wrap;">bold</span></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;font-family:Arial,sans-serif;font-weight:400;white-space:pre-wrap;">One</span></p></li><ul style="margin-top:0;margin-bottom:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Deep</span></p></li></ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Two</span></p></li></ul></b>`,
  },
}

/** A web spreadsheet, with its style comment. */
export const sheetsCells: Payload = {
  source: 'Google Sheets, four cells',
  forms: {
    'text/plain': 'Region\tSales\nNorth\t12',
    'text/html': `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;font-weight:bold;">Region</td><td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;font-weight:bold;">Sales</td></tr><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;">North</td><td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;text-align:right;">12</td></tr></tbody></table>`,
  },
}

/** A part of an article on the web. */
export const article: Payload = {
  source: 'an article on the web',
  forms: {
    'text/plain': 'How leaves work\n\nThey turn light into sugar.',
    'text/html': `<meta charset='utf-8'><h2 style="box-sizing: border-box; color: rgb(20, 80, 143); font-family: Georgia, serif; font-size: 32px;">How leaves work</h2><p style="color: rgb(32, 33, 34); font-family: sans-serif; font-size: 16px;">They turn<span>&nbsp;</span><i>light</i> into <a href="https://en.example/wiki/Sugar" title="Sugar" style="color: rgb(51, 102, 204);">sugar</a>.<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup></p><script>track()</script>`,
  },
}

/** A picture copied from a page: its markup and the picture. */
export const copiedPicture: Payload = {
  source: 'a picture on a page',
  picture: true,
  forms: { 'text/html': `<meta charset='utf-8'><img src="https://pictures.example/lake.jpg" alt="A lake"/>` },
}

/** A screenshot: only a picture. */
export const screenshot: Payload = { source: 'a screenshot', picture: true, forms: {} }

/** A code editor that includes the language. */
export const editorCode: Payload = {
  source: 'VS Code, two lines of TypeScript',
  forms: {
    'text/plain': 'const a: number = 1\nexport { a }',
    'text/html': `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: 'Droid Sans Mono', 'monospace', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #569cd6;">const</span><span style="color: #d4d4d4;"> a: </span><span style="color: #4ec9b0;">number</span> = 1</div><div><span style="color: #c586c0;">export</span> { a }</div></div>`,
    'vscode-editor-data': '{"version":1,"isFromEmptySelection":false,"multicursorText":null,"mode":"typescript"}',
  },
}

/** Plain text, by content. */
export const plainTexts = {
  markdown: '# Why\n\n- one **two**\n- three',
  mermaid: 'flowchart LR\n  A[Sun] -->|light| B[Leaf]\n  B --> C[Sugar]',
  csv: 'Region,Sales\nNorth,12\nSouth,7\n',
  tsv: 'Region\tSales\nNorth\t12\n',
  latex: '$$\\frac{a}{b}$$',
  svg: '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" viewBox="0 0 80 60"><script>alert(1)</script><rect width="80" height="60" fill="teal"/></svg>',
  picture: 'https://pictures.example/lake.jpg',
  film: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  page: 'https://pages.example/about',
  words: 'Just some words, nothing else.',
} as const
