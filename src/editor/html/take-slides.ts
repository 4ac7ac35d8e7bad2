import { blocks } from '../../blocks/index.ts'
import type { Deck, Slide, SlideId, Slides } from '../../document/deck-model.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { slideIds } from '../../document/structure.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { copySlide } from '../commands/fresh-copy.ts'
import { replaceContent } from '../commands/settings-commands.ts'
import { addSlides } from '../commands/slide-commands.ts'
import { hasFlow } from '../flow/has-flow.ts'
import type { Editor } from '../state/editor.ts'
import { loadPart } from '../state/load-part.ts'

/** The slides of an imported file, sanitized by the server. */
export interface ImportedSlides {
  /** HTML of the sections. */
  readonly data: string
  /** Notes by slide id. */
  readonly notes: Readonly<Record<string, string>>
  readonly settings: Partial<DeckSettings>
}

function slidesOf({ data, notes }: ImportedSlides): Slides {
  const parsed = parseSlides(data, blocks)
  const withNotes = slideIds(parsed).map((id): [SlideId, Slide] => [
    id,
    { ...parsed.slides[id]!, notes: notes[id] ?? '' },
  ])
  return { ...parsed, slides: Object.fromEntries(withNotes) }
}

/** The slides, with new ids for those that the deck has: the file may be an export of the deck itself. */
function withNewIds(slides: Slides, deck: Deck): Slides {
  const blockIds = new Set(Object.values(deck.slides).flatMap((slide) => slide.blocks.map(({ id }) => id)))
  const isTaken = ({ id, blocks: own }: Slide) =>
    Object.hasOwn(deck.slides, id) || own.some((one) => blockIds.has(one.id))
  const all = Object.values(slides.slides).map(
    (slide) => [slide.id, isTaken(slide) ? copySlide(slide) : slide] as const,
  )
  const byId = new Map(all)
  const stacks = slides.stacks.map((stack) => ({ ...stack, slides: stack.slides.map((id) => byId.get(id)?.id ?? id) }))
  return { ...slides, stacks, slides: Object.fromEntries(all.map(([, slide]) => [slide.id, slide])) }
}

/** Offers blocks in place of HTML that flows on imported slides. */
function offerBlocks(editor: Editor, ids: readonly SlideId[]): void {
  const { slides } = editor.model.getState().deck
  if (!ids.some((id) => hasFlow(slides[id]))) return
  const run = async (): Promise<void> => {
    const { turnIntoBlocks } = await loadPart(import('../flow/turn-into-blocks.ts'))
    await turnIntoBlocks(editor, ids)
  }
  const fail = (error: unknown): void => editor.services.notify(String((error as Error).message), 'error')
  const action = { label: 'Turn into blocks', run: () => void run().catch(fail) }
  editor.services.notify('To edit the slides by clicking, turn their HTML into blocks', 'info', action)
}

/**
 * Puts imported slides behind those of the deck, or in their place after a confirmation: one undo step, saved like any
 * other change. Resolves to whether they were taken.
 */
export async function takeSlides(
  editor: Editor,
  imported: ImportedSlides,
  mode: 'append' | 'replace',
): Promise<boolean> {
  const { model, services } = editor
  const read = slidesOf(imported)
  const slides = mode === 'append' ? withNewIds(read, model.getState().deck) : read
  const ids = slideIds(slides)
  const undo = { undo: 'step', goTo: ids[0]!, select: [] } as const
  if (mode === 'replace') {
    const { importReplaces } = messages.deck
    const question = { title: 'Replace all slides?', message: importReplaces, confirmLabel: 'Replace', danger: true }
    if (!(await services.confirm(question))) return false
    model.apply(replaceContent(slides, imported.settings), { ...undo, label: 'Import' })
    offerBlocks(editor, ids)
    return true
  }
  const { deck } = model.getState()
  const present = slideIds(deck)
  if (present.length + ids.length > limits.deck.slides) {
    services.notify(`A deck has at most ${limits.deck.slides} slides.`, 'error')
    return false
  }
  const added = ids.map((id) => slides.slides[id]!)
  model.apply(addSlides(added, { side: 'right', of: present.at(-1)! }, slides.stacks), { ...undo, label: 'Import' })
  offerBlocks(editor, ids)
  return true
}
