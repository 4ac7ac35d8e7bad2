// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block } from '../../document/deck-model.ts'
import {
  excelCells,
  powerPointShape,
  powerPointText,
  wordTable,
  wordText,
} from '../../testing/clipboard/office-payloads.ts'
import type { Payload } from '../../testing/clipboard/payload.ts'
import {
  article,
  copiedPicture,
  docsText,
  editorCode,
  plainTexts,
  screenshot,
  sheetsCells,
} from '../../testing/clipboard/web-payloads.ts'
import { testDeck } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { type ClipboardContent, readClipboard } from '../actions/clipboard-content.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { pasteContent, switchPasteOption } from './paste-content.ts'
import { pasteOptionsOf } from './paste-options-of.ts'
import type { PasteOptionId } from './pasted.ts'

const picture = new File(['x'], 'image.png', { type: 'image/png' })

function contentOf({ forms, picture: hasPicture = false }: Payload): ClipboardContent {
  const data = { getData: (type: string) => forms[type] ?? '', files: hasPicture ? [picture] : [] }
  return readClipboard(data as unknown as DataTransfer)
}

const plain = (text: string): Payload => ({ source: text, forms: { 'text/plain': text } })

function newEditor(): Editor {
  return createEditor({ deck: testDeck([1]), services: recordedServices() })
}

/** The inner HTML of the slide's blocks, without ids and positions. */
function markup(model: EditorModel): readonly string[] {
  return model.slide().blocks.map((block: Block) => definitionOf(blocks, block.type)!.render(block))
}

async function pasted(payload: Payload): Promise<Editor> {
  const editor = newEditor()
  await pasteContent(editor, contentOf(payload))
  return editor
}

describe('the paste options, best option first, for a clipboard with', () => {
  const rows: readonly (readonly [Payload, readonly PasteOptionId[]])[] = [
    [wordText, ['text', 'styled', 'plain', 'picture']],
    [wordTable, ['text', 'styled', 'plain']],
    [excelCells, ['table', 'chart', 'text', 'plain', 'picture']],
    [sheetsCells, ['table', 'text', 'plain']],
    [docsText, ['text', 'styled', 'plain']],
    [article, ['text', 'styled', 'plain']],
    [powerPointShape, ['picture']],
    [powerPointText, ['text', 'styled', 'plain', 'picture']],
    [copiedPicture, ['picture']],
    [screenshot, ['picture']],
    [editorCode, ['code', 'text', 'styled', 'plain']],
    [plain(plainTexts.markdown), ['text', 'plain']],
    [plain(plainTexts.csv), ['table', 'chart', 'plain']],
    [plain(plainTexts.mermaid), ['diagram', 'code', 'plain']],
    [plain(plainTexts.tsv), ['table', 'plain']],
    [plain(plainTexts.latex), ['formula', 'plain']],
    [plain(plainTexts.svg), ['picture', 'code', 'plain']],
    [plain(plainTexts.picture), ['picture', 'link', 'plain']],
    [plain(plainTexts.film), ['media', 'link', 'page', 'plain']],
    [plain('https://a.example/b.mp3'), ['media', 'link', 'page', 'plain']],
    [plain(plainTexts.page), ['link', 'page', 'plain']],
    [plain('<iframe src="https://pages.example/film"></iframe>'), ['page', 'plain', 'code']],
    [plain('total = price * count;\nreturn total'), ['plain', 'code']],
    [plain('npm install --save lectern'), ['plain', 'code']],
    [plain('def area(r):\n    return 3 * r'), ['code', 'plain']],
    [plain('Dear all,\nwe meet at noon (in the hall).\nSee you'), ['plain']],
    [plain(plainTexts.words), ['plain']],
  ]
  test.each(rows.map(([payload, ids]) => [payload.source, payload, ids] as const))('%s', (_, payload, ids) => {
    expect(pasteOptionsOf(newEditor().services, contentOf(payload)).map((option) => option.id)).toEqual(ids)
  })
})

describe('pasting', () => {
  test('text pasted from a word processor keeps headings, marks, links and lists, but no fonts and colors', async () => {
    const [text] = markup((await pasted(wordText)).model)
    expect(text).toContain('<h1>Solar</h1>')
    expect(text).toContain('<strong>Cheap</strong> and red, see <a href="https://a.example/sun"')
    expect(text).toMatch(/<ul><li>Sun<ul><li>Heat<\/li><\/ul><\/li><li>Wind<\/li><\/ul>/)
    expect(text).not.toMatch(/color|font|mso|\u00b7/i)
  })

  test('pasting a table between paragraphs adds a text, a table and a text block', async () => {
    const { model } = await pasted(wordTable)
    expect(model.slide().blocks.map((block) => block.type)).toEqual(['text', 'table', 'text'])
    expect(markup(model)[1]).toContain('<strong>Region</strong>')
    expect(markup(model)[1]).toContain('text-align: right')
    const tops = model.slide().blocks.map((block) => block.frame!.y)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  test('text pasted from Google Docs loses the <b> around all of it, and its lists are nested', async () => {
    const [text] = markup((await pasted(docsText)).model)
    expect(text).toContain('Plain and <strong>bold</strong>')
    expect(text).toMatch(/<li>One<ul><li>Deep<\/li><\/ul><\/li><li>Two<\/li>/)
    expect(text?.match(/<strong>/g)).toHaveLength(1)
  })

  test('cells pasted from a sheet become a table, without the style comment of the sheet', async () => {
    for (const payload of [sheetsCells, excelCells]) {
      const [table] = markup((await pasted(payload)).model)
      expect(table, payload.source).toContain('<strong>Region</strong>')
      expect(table, payload.source).not.toMatch(/mso|Calibri|#cccccc/)
    }
    expect(markup((await pasted(excelCells)).model)[0]).toContain('colspan="2">All in all')
  })

  test('pasted code keeps its lines and its language', async () => {
    const { model } = await pasted(editorCode)
    expect(model.slide().blocks[0]).toMatchObject({
      type: 'code',
      props: { code: 'const a: number = 1\nexport { a }', language: 'typescript' },
    })
  })

  test('a pasted formula, video URL and link become a formula, a video and a link', async () => {
    expect((await pasted(plain(plainTexts.latex))).model.slide().blocks[0]).toMatchObject({
      type: 'math',
      props: { latex: '\\frac{a}{b}' },
    })
    expect((await pasted(plain(plainTexts.film))).model.slide().blocks[0]).toMatchObject({
      type: 'video',
      props: { src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' },
    })
    expect(markup((await pasted(plain(plainTexts.page))).model)[0]).toContain(`<a href="${plainTexts.page}"`)
  })

  test('a pasted article loses its scripts', async () => {
    expect(markup((await pasted(article)).model).join('')).not.toMatch(/script|track/)
  })
})

describe('pasted diagrams', () => {
  test('a pasted diagram is inline SVG in the colors of the theme, with a description', async () => {
    const { model } = await pasted(plain(plainTexts.mermaid))
    const [block] = model.slide().blocks
    expect(block!.type).toBe('image')
    expect(block!.frame!.width / block!.frame!.height!).toBeGreaterThan(2)
    const [html] = markup(model)
    expect(html).toContain('aria-label="Diagram: Sun to Leaf (light), Leaf to Sugar"')
    expect(html).toContain('fill="var(--r-accent-color)"')
    expect(html).toContain('>Sugar</text>')
  })

  test('a pasted diagram with a syntax error becomes code', async () => {
    const { model } = await pasted(plain('flowchart TD\n  A[open --> B'))
    expect(model.slide().blocks.map((block) => block.type)).toEqual(['code'])
  })

  test('a chart is a paste option of a table, and one undo removes it', async () => {
    const editor = await pasted(plain(plainTexts.csv))
    await switchPasteOption(editor, 'chart')
    expect(editor.model.slide().blocks.map((block) => block.type)).toEqual(['chart'])
    expect(markup(editor.model)[0]).toContain('<tr><th scope="row">North</th><td>12</td></tr>')
    editor.model.undo()
    expect(editor.model.slide().blocks).toEqual([])
  })
})

describe('another paste option', () => {
  test('another paste option replaces the first, and one undo removes it', async () => {
    const editor = await pasted(excelCells)
    expect(editor.model.slide().blocks.map((block) => block.type)).toEqual(['table'])
    await switchPasteOption(editor, 'plain')
    expect(editor.model.slide().blocks.map((block) => block.type)).toEqual(['text'])
    expect(editor.model.getState().pasted?.chosen).toBe('plain')
    editor.model.undo()
    expect(editor.model.slide().blocks).toEqual([])
  })

  test('a paste option keeps fonts and colors', async () => {
    const editor = await pasted(article)
    await switchPasteOption(editor, 'styled')
    expect(markup(editor.model)[0]).toMatch(/color: rgb\(20, 80, 143\)/)
    expect(markup(editor.model)[0]).not.toContain('font-size')
  })

  test('another paste option does nothing after a later change', async () => {
    const editor = await pasted(excelCells)
    editor.model.apply((deck) => ({ ...deck, after: ' ' }), { undo: 'step', label: 'Other' })
    await switchPasteOption(editor, 'plain')
    expect(editor.model.slide().blocks.map((block) => block.type)).toEqual(['table'])
  })

  test('another paste option with a picture does not upload the picture twice', async () => {
    let uploads = 0
    const services = {
      ...recordedServices(),
      upload: () => Promise.resolve({ url: `/m/${++uploads}.png`, width: 64, height: 48 }),
    }
    const editor = createEditor({ deck: testDeck([1]), services })
    await pasteContent(editor, contentOf(powerPointText))
    await switchPasteOption(editor, 'picture')
    await switchPasteOption(editor, 'plain')
    await switchPasteOption(editor, 'picture')
    expect(editor.model.slide().blocks).toMatchObject([{ type: 'image', props: { src: '/m/1.png' } }])
    expect(uploads).toBe(1)
  })
})
