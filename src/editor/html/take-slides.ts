import { blocks } from '../../blocks/index.ts'
import type { Deck, Slide, SlideId, Slides } from '../../document/deck-model.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { slideIds } from '../../document/structure.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { limits } from '../../rules/limits.ts'
import { copySlide } from '../commands/fresh-copy.ts'
import { replaceContent } from '../commands/settings-commands.ts'
import { addSlides } from '../commands/slide-commands.ts'
import type { Editor } from '../state/editor.ts'

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

/**
 * Puts imported slides behind those of the deck, or in their place: one undo step, saved like any other change. Returns the
 * ids that the slides have there, in their order; null if the deck would get too many.
 */
export function takeSlides(
  editor: Editor,
  imported: ImportedSlides,
  mode: 'append' | 'replace',
): readonly SlideId[] | null {
  const { model, services } = editor
  const read = slidesOf(imported)
  const slides = mode === 'append' ? withNewIds(read, model.getState().deck) : read
  const ids = slideIds(slides)
  const undo = { undo: 'step', goTo: ids[0]!, select: [], label: 'Import' } as const
  if (mode === 'replace') {
    model.apply(replaceContent(slides, imported.settings), undo)
    return ids
  }
  const present = slideIds(model.getState().deck)
  if (present.length + ids.length > limits.deck.slides) {
    services.notify(`A deck has at most ${limits.deck.slides} slides.`, 'error')
    return null
  }
  const added = ids.map((id) => slides.slides[id]!)
  model.apply(addSlides(added, { side: 'right', of: present.at(-1)! }, slides.stacks), undo)
  return ids
}
