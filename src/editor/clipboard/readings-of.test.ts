// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block } from '../../document/types.ts'
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
import { pasteContent, rereadPasted } from './paste-content.ts'
import type { ReadingId } from './pasted.ts'
import { readingsOf } from './readings-of.ts'

const picture = new File(['x'], 'image.png', { type: 'image/png' })

function contentOf({ forms, picture: comesAlong = false }: Payload): ClipboardContent {
  const data = { getData: (type: string) => forms[type] ?? '', files: comesAlong ? [picture] : [] }
  return readClipboard(data as unknown as DataTransfer)
}

const plain = (text: string): Payload => ({ source: text, forms: { 'text/plain': text } })

function newEditor(): Editor {
  return createEditor({ deck: testDeck([1]), services: recordedServices() })
}

/** The inner HTML of what is on the slide, without the ids and places. */
function markup(model: EditorModel): readonly string[] {
  return model.slide().blocks.map((block: Block) => definitionOf(blocks, block.type)!.render(block))
}

async function pasted(payload: Payload): Promise<Editor> {
  const editor = newEditor()
  await pasteContent(editor, contentOf(payload))
  return editor
}

describe('what is on the clipboard is read in this order', () => {
  const rows: readonly (readonly [Payload, readonly ReadingId[]])[] = [
    [wordText, ['text', 'styled', 'plain', 'picture']],
    [wordTable, ['text', 'styled', 'plain']],
    [excelCells, ['table', 'columns', 'lines', 'text', 'plain', 'picture']],
    [sheetsCells, ['table', 'text', 'plain']],
    [docsText, ['text', 'styled', 'plain']],
    [article, ['text', 'styled', 'plain']],
    [powerPointShape, ['picture']],
    [powerPointText, ['text', 'styled', 'plain', 'picture']],
    [copiedPicture, ['picture']],
    [screenshot, ['picture']],
    [editorCode, ['code', 'text', 'styled', 'plain']],
    [plain(plainTexts.markdown), ['text', 'plain']],
    [plain(plainTexts.csv), ['table', 'columns', 'lines', 'pie', 'plain']],
    [plain(plainTexts.mermaid), ['diagram', 'code', 'plain']],
    [plain(plainTexts.tsv), ['table', 'plain']],
    [plain(plainTexts.latex), ['formula', 'plain']],
    [plain(plainTexts.svg), ['picture', 'code', 'plain']],
    [plain(plainTexts.picture), ['picture', 'link', 'plain']],
    [plain(plainTexts.film), ['page', 'link', 'plain']],
    [plain(plainTexts.page), ['link', 'page', 'plain']],
    [plain('<iframe src="https://pages.example/film"></iframe>'), ['page', 'plain', 'code']],
    [plain('total = price * count;\nreturn total'), ['plain', 'code']],
    [plain('npm install --save lectern'), ['plain', 'code']],
    [plain('def area(r):\n    return 3 * r'), ['code', 'plain']],
    [plain('Dear all,\nwe meet at noon (in the hall).\nSee you'), ['plain']],
    [plain(plainTexts.words), ['plain']],
  ]
  test.each(rows.map(([payload, ids]) => [payload.source, payload, ids] as const))('%s', (_, payload, ids) => {
    expect(readingsOf(newEditor().services, contentOf(payload)).map((reading) => reading.id)).toEqual(ids)
  })
})

describe('what becomes of it', () => {
  test('a word processor: headings, marks, links and lists stay, its fonts and colors do not', async () => {
    const [text] = markup((await pasted(wordText)).model)
    expect(text).toContain('<h1>Solar</h1>')
    expect(text).toContain('<strong>Cheap</strong> and red, see <a href="https://a.example/sun"')
    expect(text).toMatch(/<ul><li>Sun<ul><li>Heat<\/li><\/ul><\/li><li>Wind<\/li><\/ul>/)
    expect(text).not.toMatch(/color|font|mso|\u00b7/i)
  })

  test('a table between words becomes a table between two texts', async () => {
    const { model } = await pasted(wordTable)
    expect(model.slide().blocks.map((block) => block.type)).toEqual(['text', 'table', 'text'])
    expect(markup(model)[1]).toContain('<strong>Region</strong>')
    expect(markup(model)[1]).toContain('text-align: right')
    const tops = model.slide().blocks.map((block) => block.frame!.y)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  test('the <b> around everything makes nothing bold, and deeper items stay inside', async () => {
    const [text] = markup((await pasted(docsText)).model)
    expect(text).toContain('Plain and <strong>bold</strong>')
    expect(text).toMatch(/<li>One<ul><li>Deep<\/li><\/ul><\/li><li>Two<\/li>/)
    expect(text?.match(/<strong>/g)).toHaveLength(1)
  })

  test("a sheet's cells become a table, without its style comment", async () => {
    for (const payload of [sheetsCells, excelCells]) {
      const [table] = markup((await pasted(payload)).model)
      expect(table, payload.source).toContain('<strong>Region</strong>')
      expect(table, payload.source).not.toMatch(/mso|Calibri|#cccccc/)
    }
    expect(markup((await pasted(excelCells)).model)[0]).toContain('colspan="2">All in all')
  })

  test('code keeps its lines and says its language', async () => {
    const { model } = await pasted(editorCode)
    expect(model.slide().blocks[0]).toMatchObject({
      type: 'code',
      props: { code: 'const a: number = 1\nexport { a }', language: 'typescript' },
    })
  })

  test('a formula, an embedded film and a link become what they are', async () => {
    expect((await pasted(plain(plainTexts.latex))).model.slide().blocks[0]).toMatchObject({
      type: 'math',
      props: { latex: '\\frac{a}{b}' },
    })
    expect((await pasted(plain(plainTexts.film))).model.slide().blocks[0]).toMatchObject({
      type: 'iframe',
      props: { src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' },
    })
    expect(markup((await pasted(plain(plainTexts.page))).model)[0]).toContain(`<a href="${plainTexts.page}"`)
  })

  test('no script of an article comes along', async () => {
    expect(markup((await pasted(article)).model).join('')).not.toMatch(/script|track/)
  })
})

describe('what is drawn', () => {
  test('a diagram stands in the slide in the colors of its theme, and says what it shows', async () => {
    const { model } = await pasted(plain(plainTexts.mermaid))
    const [block] = model.slide().blocks
    expect(block!.type).toBe('image')
    expect(block!.frame!.width / block!.frame!.height!).toBeGreaterThan(2)
    const [html] = markup(model)
    expect(html).toContain('aria-label="Diagram: Sun to Leaf (light), Leaf to Sugar"')
    expect(html).toContain('fill="var(--r-accent-color)"')
    expect(html).toContain('>Sugar</text>')
  })

  test('a diagram that is not well written is code', async () => {
    const { model } = await pasted(plain('flowchart TD\n  A[open --> B'))
    expect(model.slide().blocks.map((block) => block.type)).toEqual(['code'])
  })

  test('a table of numbers becomes a chart when that is asked for, and one undo brings nothing else along', async () => {
    const editor = await pasted(plain(plainTexts.csv))
    await rereadPasted(editor, 'columns')
    expect(editor.model.slide().blocks.map((block) => block.type)).toEqual(['image'])
    expect(markup(editor.model)[0]).toContain('aria-label="Column chart of Sales by Region: North 12, South 7"')
    editor.model.undo()
    expect(editor.model.slide().blocks).toEqual([])
  })
})

describe('another reading', () => {
  test('takes the place of the first, and one undo takes that back', async () => {
    const editor = await pasted(excelCells)
    expect(editor.model.slide().blocks.map((block) => block.type)).toEqual(['table'])
    await rereadPasted(editor, 'plain')
    expect(editor.model.slide().blocks.map((block) => block.type)).toEqual(['text'])
    expect(editor.model.getState().pasted?.chosen).toBe('plain')
    editor.model.undo()
    expect(editor.model.slide().blocks).toEqual([])
  })

  test('keeps fonts and colors when that is asked for', async () => {
    const editor = await pasted(article)
    await rereadPasted(editor, 'styled')
    expect(markup(editor.model)[0]).toMatch(/color: rgb\(20, 80, 143\)/)
    expect(markup(editor.model)[0]).not.toContain('font-size')
  })

  test('is not taken once something else was done', async () => {
    const editor = await pasted(excelCells)
    editor.model.apply((deck) => ({ ...deck, after: ' ' }), { undo: 'step', label: 'Other' })
    await rereadPasted(editor, 'plain')
    expect(editor.model.slide().blocks.map((block) => block.type)).toEqual(['table'])
  })

  test('of a picture does not send it again', async () => {
    let sent = 0
    const services = {
      ...recordedServices(),
      upload: () => Promise.resolve({ url: `/m/${++sent}.png`, width: 64, height: 48 }),
    }
    const editor = createEditor({ deck: testDeck([1]), services })
    await pasteContent(editor, contentOf(powerPointText))
    await rereadPasted(editor, 'picture')
    await rereadPasted(editor, 'plain')
    await rereadPasted(editor, 'picture')
    expect(editor.model.slide().blocks).toMatchObject([{ type: 'image', props: { src: '/m/1.png' } }])
    expect(sent).toBe(1)
  })
})
