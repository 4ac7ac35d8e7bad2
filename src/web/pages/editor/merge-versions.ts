import { blocks } from '../../../blocks/index.ts'
import type { Deck, Slide, SlideId } from '../../../document/deck-model.ts'
import { createMerger } from '../../../document/merge-slides.ts'
import type { NewerVersion } from '../../../editor/autosave/save-transport.ts'
import type { Command } from '../../../editor/commands/command.ts'
import { loadedMerging, type Merging } from '../../../editor/commands/load-merging.ts'
import type { DeckSettings } from '../../../rules/deck-columns.ts'

/** The merge of two versions of a deck with the same base. */
export interface MergedVersions {
  /**
   * Merges their changes into a state of the editor's deck. A slide changed by both is kept twice; if it is changed only
   * in states that undo returns to, it is merged by blocks.
   */
  readonly command: Command
  /** The slides changed by both, by their ids in the editor's deck. Each is kept twice. */
  readonly conflictingSlides: readonly SlideId[]
  /** The settings changed by both, to different values. The editor's are kept. */
  readonly conflictingSettings: readonly (keyof DeckSettings)[]
  /** Whether the user has to decide. */
  readonly hasConflicts: boolean
}

type MergeOptions = Pick<NewerVersion, 'byBlocks' | 'changedElsewhere'>

/**
 * Merges what changed since `base`: `theirs` on the server, `mine` in this editor. `byBlocks`: slides changed by both are
 * merged by blocks and texts too, without a question; what both set to different values stays as in `mine`.
 * `changedElsewhere`: see NewerVersion. A merge keeps what one side deleted and the other changed; what the server has
 * only cleaned is no such change. Each state is asked for what it deleted: undo brings it back, cleaned.
 */
export function mergeVersions(
  base: Deck,
  theirs: Deck,
  mine: Deck,
  { byBlocks, changedElsewhere }: MergeOptions = {},
): MergedVersions {
  const isOnlyCleaned = (id: SlideId) => changedElsewhere !== undefined && !changedElsewhere.has(id)
  const merge = createMerger(base, theirs, blocks, isOnlyCleaned)
  // Read here: history applies the command again later, and needs the same result.
  const merging = loadedMerging()
  const isMerged = byBlocks === true && merging !== null
  const conflictingSlides = mine === base || isMerged ? [] : merge(mine).copies.map(([, original]) => original)
  const undone = new Map<Slide, Slide>()
  /** Merges a slide of an undo state with theirs. */
  const earlier = (merging: Merging, id: SlideId, slide: Slide): Slide => {
    const [before, other] = [base.slides[id]!, theirs.slides[id]!]
    const shown = isOnlyCleaned(id) ? withoutDeleted(before, other, slide) : other
    const merged = undone.get(slide) ?? merging.mergeBlocks(before, shown, slide, isMerged)
    undone.set(slide, merged)
    return merged
  }
  const command: Command = (deck) => {
    // Without unsaved changes, returns their version itself, so that its slides keep their identity.
    if (deck === base) return theirs
    const settings = { ...theirs.settings, ...changedSettings(base, deck) }
    const { slides, copies } = merge(deck)
    // Slides that conflict only in an undo state are merged by blocks, so that undo adds no copy of them.
    const ids = copies.map(([, id]) => id).filter((id) => base.slides[id] && !conflictingSlides.includes(id))
    if (!merging || ids.length === 0) return { ...slides, settings }
    const unchanged = Object.fromEntries(ids.map((id) => [id, base.slides[id]!]))
    const rest = merge({ ...deck, slides: { ...deck.slides, ...unchanged } }).slides
    const merged = Object.fromEntries(ids.map((id) => [id, earlier(merging, id, deck.slides[id]!)]))
    return { ...rest, slides: { ...rest.slides, ...merged }, settings }
  }
  const conflictingSettings = isMerged ? [] : conflictsOfSettings(base, theirs, mine)
  return {
    command,
    conflictingSlides,
    conflictingSettings,
    hasConflicts: conflictingSlides.length + conflictingSettings.length > 0,
  }
}

/** The settings of `mine` that differ from `base`. */
export function changedSettings(base: Deck, mine: Deck): Partial<DeckSettings> {
  const names = Object.keys(mine.settings) as (keyof DeckSettings)[]
  const changed = names.filter((name) => base.settings[name] !== mine.settings[name])
  return Object.fromEntries(changed.map((name) => [name, mine.settings[name]]))
}

function conflictsOfSettings(base: Deck, theirs: Deck, mine: Deck): readonly (keyof DeckSettings)[] {
  const names = Object.keys(changedSettings(base, mine)) as (keyof DeckSettings)[]
  return names.filter((name) => {
    const changedThere = theirs.settings[name] !== base.settings[name]
    return changedThere && theirs.settings[name] !== mine.settings[name]
  })
}

/** `theirs` without the blocks of `base` that `mine` has deleted: a merge would keep those that `theirs` has changed. */
function withoutDeleted(base: Slide, theirs: Slide, mine: Slide): Slide {
  const kept = new Set(mine.blocks.map((block) => block.id))
  const gone = new Set(base.blocks.map((block) => block.id).filter((block) => !kept.has(block)))
  return { ...theirs, blocks: theirs.blocks.filter((block) => !gone.has(block.id)) }
}
