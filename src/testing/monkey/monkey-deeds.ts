import type { Field } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import { textFonts } from '../../blocks/fonts.ts'
import type { Block } from '../../document/deck-model.ts'
import { copyOf } from '../../editor/actions/clipboard-blocks.ts'
import { readClipboard } from '../../editor/actions/clipboard-content.ts'
import { formatText } from '../../editor/actions/format-text.ts'
import { actions } from '../../editor/actions/index.ts'
import { insertImages } from '../../editor/actions/insert-images.ts'
import { pasteSlides } from '../../editor/actions/slide-clipboard.ts'
import { contentOfSlides } from '../../editor/actions/slide-clipboard-content.ts'
import { pasteContent, switchPasteOption } from '../../editor/clipboard/paste-content.ts'
import { setHidden, setName, setStyle, updateBlocks } from '../../editor/commands/block-commands.ts'
import { slideOrder } from '../../editor/commands/find-slide.ts'
import { selectedSlidesOf } from '../../editor/commands/selected-slides.ts'
import { replaceContent, setSettings } from '../../editor/commands/settings-commands.ts'
import { moveSlides, replaceSlide, setNotes, setSlideAttributes } from '../../editor/commands/slide-commands.ts'
import { animateBlocks } from '../../editor/commands/step-commands.ts'
import { changeFind, replaceAll, replaceOne } from '../../editor/find/find-session.ts'
import { closeFind, openFind } from '../../editor/find/open-find.ts'
import { deckHtml, readDeckHtml, readSlideHtml, slideHtml } from '../../editor/html/read-html.ts'
import { selectedIn } from '../../editor/state/selection.ts'
import type { TextCommand } from '../../editor/state/text-format.ts'
import { fragmentClasses } from '../../rules/fragment-styles.ts'
import { excelCells, powerPointShape, wordTable, wordText } from '../clipboard/office-payloads.ts'
import { article, docsText, editorCode, plainTexts, sheetsCells } from '../clipboard/web-payloads.ts'
import { dragSomething } from './monkey-gestures.ts'
import { type MonkeyWorld, someIds, takeBlock } from './monkey-world.ts'

/** A random user action. Returns its description. */
export type Deed = (world: MonkeyWorld) => string | Promise<string>

/** Actions that need a real page (clipboard, windows) or are separate here. */
const elsewhere = new Set('copy cut paste copy-slides cut-slides paste-slides save present undo redo'.split(' '))
const verbs = actions.filter((action) => !elsewhere.has(action.id))
const texts = ['', 'One', 'a < b & "c"', 'größer 🦊 שלום', '<script>no</script>', 'x'.repeat(300)]
const htmlTexts = [
  '<p>One</p>',
  '<h2>Two <strong>bold</strong></h2><p><br></p>',
  '<ul><li>a<ul><li>b</li></ul></li></ul>',
  '<p>a &lt; b <em>c</em> <a href="https://example.com/">d</a></p>',
  '<p><span style="color: rgb(255, 0, 0);">red</span></p>',
]
const colors = ['', '#ff0000', 'rgba(1, 2, 3, 0.5)', 'var(--r-link-color)']
const payloads = [wordText, wordTable, excelCells, powerPointShape, docsText, sheetsCells, article, editorCode]

const verb: Deed = ({ editor, one }) => {
  const action = one(verbs.filter((each) => each.when(editor.model.getState())))
  action?.run(editor)
  return `verb ${action?.id}`
}

const select: Deed = (world) => {
  const { editor, chance } = world
  if (chance(60)) return `select ${takeBlock(world)?.type}`
  editor.model.select(someIds(world))
  return `select ${editor.model.getState().selection.length}`
}

const goTo: Deed = ({ editor, one, some, chance }) => {
  const order = slideOrder(editor.model.getState().deck)
  editor.model.goTo(one(order)!)
  if (chance(20)) editor.model.show({ selectedSlides: [...new Set([editor.model.getState().slideId, ...some(order)])] })
  return 'go to a slide'
}

const undo: Deed = ({ editor, below }) => {
  const times = 1 + below(below(6) === 0 ? 30 : 3)
  for (let time = 0; time < times; time++) editor.model.undo()
  return `undo ${times}`
}

const redo: Deed = ({ editor, below }) => {
  const times = 1 + below(below(6) === 0 ? 30 : 3)
  for (let time = 0; time < times; time++) editor.model.redo()
  return `redo ${times}`
}

/** A value for a panel's control, within its own bounds. */
function valueFor(field: Field<unknown>, { one, below, chance }: MonkeyWorld): unknown {
  switch (field.kind) {
    case 'choice':
      return one(field.options)?.value
    case 'number':
      return field.min + Math.round(Math.min(field.max - field.min, 200) * (below(101) / 100) * 100) / 100
    case 'color':
      return one(colors)
    case 'text':
      return one(texts)!.slice(0, field.maxLength)
    case 'checked': {
      const read = field.check(one(['https://example.com/a?b=1', 'example.com', '1-2|4', 'javascript', 'no good', ''])!)
      return 'value' in read ? read.value : undefined
    }
    case 'link':
      return one(['', 'https://example.com/', '#/1'])
    case 'toggle':
      return chance(50)
    case 'image':
      return { url: '/m/abc/picture.jpg', width: 640, height: 480 }
  }
}

const control: Deed = (world) => {
  const { editor, one, chance } = world
  const block = takeBlock(world)
  const fields = block ? (editorOf(block.type)?.panel ?? []).flatMap((group) => group.fields) : []
  const field = one(fields.filter((each) => block && (each.when?.(block) ?? true)))
  const value = field && valueFor(field, world)
  if (!block || !field || block.locked || value === undefined) return 'no control'
  const write = field.write as (block: Block, value: unknown) => Block
  const change = updateBlocks(editor.model.getState().slideId, [block.id], (each) => write(each, value))
  editor.model.apply(change, { undo: chance(30) ? 'merge' : 'step', label: field.label })
  return `${block.type}: ${field.label} = ${String(value).slice(0, 40)}`
}

/** Typing, as the text session writes it into the deck: continuous typing is one undo step. */
const type: Deed = (world) => {
  const { editor, one, below, services } = world
  const block = takeBlock(world)
  const text = block && editorOf(block.type)?.text
  if (!block || !text || block.locked) return 'nothing to type into'
  editor.model.startEditing(block.id)
  let words = ''
  for (let key = 0; key <= below(12); key++) {
    words += one([...'abc <&é'])
    const html = `<p>${words.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`
    const change = updateBlocks(editor.model.getState().slideId, [block.id], (each) => text.write(each, html))
    editor.model.apply(change, { undo: 'merge', label: 'Typing', key: `type ${block.id}` })
    services.pass(below(400))
  }
  if (below(2) === 0) editor.model.stopEditing()
  return `type ${words.length} letters into ${block.type}`
}

const write: Deed = (world) => {
  const { editor, one } = world
  const block = takeBlock(world)
  const text = block && editorOf(block.type)?.text
  if (!block || !text || block.locked) return 'nothing to write into'
  const html = one(htmlTexts)!
  const change = updateBlocks(editor.model.getState().slideId, [block.id], (each) => text.write(each, html))
  editor.model.apply(change, { undo: 'step', label: 'Format text' })
  return `write ${html}`
}

const format: Deed = ({ editor, one }) => {
  const commands: readonly TextCommand[] = [
    { kind: 'mark', mark: one(['bold', 'italic', 'underline', 'strike', 'code', 'sub', 'sup'])! },
    { kind: 'look', look: one(['color', 'background-color'])!, value: one(colors)! },
    { kind: 'look', look: 'font-family', value: one(['', ...textFonts.map(({ value }) => value)])! },
    { kind: 'look', look: 'font-weight', value: one(['', '300', '900'])! },
    { kind: 'size', px: one([null, 12, 48])! },
    { kind: 'list', list: one(['bullet', 'number'])! },
    { kind: 'start', start: 4 },
    { kind: 'clear' },
    { kind: 'indent', by: one([1, -1])! },
    { kind: 'paragraph', paragraph: one(['p', 'h1', 'h3'])! },
    { kind: 'align', align: one(['', 'left', 'center', 'justify'])! },
    { kind: 'link', href: one([null, 'https://example.com/?a=1&b=2', '#/1'])! },
  ]
  const command = one(commands)!
  formatText(editor, command)
  return `format ${JSON.stringify(command)}`
}

/** Clipboard data of a paste event. */
function dataOf(forms: Readonly<Record<string, string>>): DataTransfer {
  return { getData: (type: string) => forms[type] ?? '', files: [] } as unknown as DataTransfer
}

const paste: Deed = async (world) => {
  const { editor, one, chance, below } = world
  const own = selectedIn(editor.model.getState()).length > 0 && chance(50)
  const foreign = chance(50) ? { 'text/plain': one(Object.values(plainTexts))! } : one(payloads)!.forms
  const at = chance(50) ? { x: below(960), y: below(700) } : null
  await pasteContent(editor, readClipboard(dataOf(own ? copyOf(selectedIn(editor.model.getState())) : foreign)), at)
  const { pasted } = editor.model.getState()
  if (pasted && chance(40)) await switchPasteOption(editor, one(pasted.options)!.id)
  return own ? 'paste blocks' : `paste ${Object.values(foreign)[0]?.slice(0, 40)}`
}

const slidesElsewhere: Deed = ({ editor, one, chance, some }) => {
  const state = editor.model.getState()
  const order = slideOrder(state.deck)
  if (chance(50) && order.length < 40) {
    const content = contentOfSlides(state.deck, selectedSlidesOf(state))
    pasteSlides(editor, (kind) => content[kind] ?? '')
    return 'paste slides'
  }
  const moved = some(order)
  const place = { side: one(['left', 'right', 'above', 'below'] as const)!, of: one(order)! }
  editor.model.apply(moveSlides(moved, place), { undo: 'step', label: 'Move slides' })
  return `move ${moved.length} slides ${place.side}`
}

const slideLook: Deed = ({ editor, one, chance }) => {
  const { slideId } = editor.model.getState()
  const [name, value] = one([
    ['data-background-color', '#203040'],
    ['data-background-image', '/m/abc/picture.jpg'],
    ['data-transition', 'fade'],
    ['data-autoslide', '5000'],
    ['data-visibility', 'hidden'],
  ] as const)!
  const change = setSlideAttributes(slideId, { [name]: chance(70) ? value : null })
  editor.model.apply(change, { undo: chance(50) ? 'merge' : 'step', label: 'Slide options', key: `slide-${name}` })
  return `slide ${name}`
}

const words: Deed = ({ editor, one, chance, below }) => {
  const { slideId } = editor.model.getState()
  if (chance(60)) {
    editor.model.apply(setNotes(slideId, one(texts)!), { undo: 'merge', label: 'Notes', key: slideId })
    return 'notes'
  }
  const settings = one([
    { title: one(texts)!.slice(0, 60) || 'Deck' },
    { description: one(texts)! },
    { theme_color: one(['white-blue', 'black-blue'])! },
    { rtl: chance(50) },
    { auto_slide_interval: 1000 * below(10) },
  ])!
  editor.model.apply(setSettings(settings), { undo: 'step', label: 'Deck settings', key: Object.keys(settings)[0] })
  return `settings ${Object.keys(settings)}`
}

const blockExtras: Deed = (world) => {
  const { editor, one, chance } = world
  const { slideId } = editor.model.getState()
  const ids = someIds(world)
  const command = one([
    () => setStyle(slideId, ids, 'opacity', chance(70) ? '0.5' : null),
    () => setHidden(slideId, ids, chance(50)),
    () => setName(slideId, ids[0] ?? '', one(texts)!.slice(0, 60)),
    () => animateBlocks(slideId, ids, chance(70) ? one(fragmentClasses)! : null),
  ])!()
  editor.model.apply(command, { undo: chance(30) ? 'merge' : 'step', label: 'Look' })
  return `extras of ${ids.length}`
}

const find: Deed = (world) => {
  const { editor, one, chance } = world
  openFind(editor.model, true)
  changeFind(editor.model, { query: one(['One', 'a', 'Add', '<'])!, matchCase: chance(30), wholeWord: chance(30) })
  const state = editor.model.getState().find
  if (state) editor.model.show({ find: { ...state, replacement: one(['', 'aa', 'Two & <b>'])! } })
  if (chance(50)) replaceAll(editor)
  else replaceOne(editor)
  if (chance(60)) closeFind(editor)
  return 'find and replace'
}

const html: Deed = ({ editor, one, chance }) => {
  const { deck, slideId } = editor.model.getState()
  const piece = one([
    '<p>By hand</p>',
    '<!-- a -->',
    '<video src="/m/a/b.mp4" controls></video>',
    '<script>1</script>',
  ])!
  if (chance(70)) {
    const source = slideHtml(deck.slides[slideId]!).replace('</section>', `${piece}</section>`)
    const read = readSlideHtml(source, deck, slideId, editor.services.clean)
    if ('content' in read) editor.model.apply(replaceSlide(read.content), { undo: 'step', label: 'Edit slide HTML' })
    return `HTML of a slide: ${piece}`
  }
  const read = readDeckHtml(
    deckHtml(deck).replace(/<\/section>\s*$/, '<p>Last</p></section>'),
    deck,
    editor.services.clean,
  )
  if ('content' in read) editor.model.apply(replaceContent(read.content), { undo: 'step', label: 'Edit HTML' })
  return 'HTML of the deck'
}

const image: Deed = async ({ editor, below, chance }) => {
  const files = Array.from({ length: 1 + below(3) }, (_, n) => new File(['x'], `${n}.png`, { type: 'image/png' }))
  const adding = insertImages(editor, files, chance(50) ? { x: below(960), y: below(700) } : null)
  // Something else happens before the upload completes.
  if (chance(50)) editor.model.undo()
  await adding
  return `${files.length} images`
}

const notice: Deed = ({ services, one }) => {
  one(services.offers.filter((offer) => offer !== null).slice(-3))?.run()
  return 'the button of a message'
}

const leave: Deed = ({ editor, services, below }) => {
  services.pass(below(3000))
  editor.model.stopEditing()
  return 'pause'
}

/** All actions with their weights. */
export const deeds: readonly (readonly [number, Deed])[] = [
  [26, verb],
  [12, select],
  [5, goTo],
  [7, undo],
  [6, redo],
  [12, dragSomething],
  [12, control],
  [8, type],
  [4, write],
  [6, format],
  [5, paste],
  [3, slidesElsewhere],
  [3, slideLook],
  [4, words],
  [5, blockExtras],
  [2, find],
  [2, html],
  [2, image],
  [1, notice],
  [3, leave],
]
