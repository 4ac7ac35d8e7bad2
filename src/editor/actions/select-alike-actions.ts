import { ArrowRightToLine, CaseSensitive, CopyCheck, PaintBucket, Paintbrush } from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import { declarationOf } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block, BlockId, SlideId } from '../../document/deck-model.ts'
import { isHidden, updateBlocks } from '../commands/block-commands.ts'
import { fillOf, styleOf, withStyle } from '../commands/block-styles.ts'
import { slideOrder } from '../commands/find-slide.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import { hasBlocks, idsOf, selectedIn } from '../state/selection.ts'
import type { Action } from './action.ts'
import { notifyWithUndo } from './notify-with-undo.ts'

/** A property that two blocks must share; null if the block does not have it. */
type Trait = (block: Block) => string | null

/** The font of a whole block; '' is the theme's. */
const fontOf: Trait = (block) => (editorOf(block.type)?.text ? declarationOf(block, 'font-family') : null)

/** A block's type; for text also the heading level, since headings differ from other text on purpose. */
const roleOf: Trait = (block) => {
  const { html } = block.props as { readonly html?: unknown }
  const heading = block.type === 'text' && typeof html === 'string' ? /^\s*<(h[1-6])\b/.exec(html)?.[1] : undefined
  return `${block.type} ${heading ?? ''}`
}

function alike(id: string, label: string, icon: IconComponent, of: Trait): Action {
  return {
    id,
    label,
    icon,
    group: 'edit',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && alikeIn(state, of).length > state.selection.length,
    run: ({ model }) => model.select(idsOf(alikeIn(model.getState(), of))),
  }
}

/** Selects similar blocks on this slide or the next one, and applies one style to all blocks of a kind. */
export const selectAlikeActions: readonly Action[] = [
  alike('select-same-type', 'Select all of this type', CopyCheck, (block) => block.type),
  alike('select-same-fill', 'Select all with this fill', PaintBucket, fillOf),
  alike('select-same-font', 'Select all with this font', CaseSensitive, fontOf),
  {
    id: 'select-same-next',
    label: 'Select the same on the next slide that has it',
    icon: ArrowRightToLine,
    group: 'edit',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && nextAlike(state) !== null,
    run: ({ model }) => {
      const next = nextAlike(model.getState())
      if (!next) return
      model.goTo(next.slideId)
      model.select(next.ids)
    },
  },
  {
    id: 'apply-look-to-all',
    label: 'Give this look to all of its kind in the deck',
    icon: Paintbrush,
    group: 'edit',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => state.selection.length === 1 && hasBlocks(state) && blocksToRestyle(state).length > 0,
    run: applyStyleToAll,
  },
]

function fits(block: Block, wanted: ReadonlySet<string | null>, of: Trait): boolean {
  return !block.locked && !isHidden(block) && wanted.has(of(block))
}

function traitsOf(blocks: readonly Block[], of: Trait): ReadonlySet<string | null> {
  const traits = new Set(blocks.map(of))
  traits.delete(null)
  return traits
}

/** The selected blocks and all that share the trait with one of them, without locked and hidden blocks. */
function alikeIn(state: EditorState, of: Trait): readonly Block[] {
  const chosen = selectedIn(state)
  const wanted = traitsOf(chosen, of)
  const all = state.deck.slides[state.slideId]?.blocks ?? []
  return all.filter((block) => chosen.includes(block) || fits(block, wanted, of))
}

/** The next slide with blocks of the same kind and fill. The search wraps around the deck. */
function nextAlike(state: EditorState): { readonly slideId: SlideId; readonly ids: readonly BlockId[] } | null {
  const both: Trait = (block) => `${roleOf(block)} ${fillOf(block) ?? ''}`
  const wanted = traitsOf(selectedIn(state), both)
  const order = slideOrder(state.deck)
  const from = order.indexOf(state.slideId)
  for (const slideId of [...order.slice(from + 1), ...order.slice(0, from)]) {
    const same = state.deck.slides[slideId]!.blocks.filter((block) => fits(block, wanted, both))
    if (same.length > 0) return { slideId, ids: idsOf(same) }
  }
  return null
}

/** The blocks of the selected block's kind that have another style, by slide. */
function blocksToRestyle(state: EditorState): readonly (readonly [SlideId, readonly BlockId[]])[] {
  const [chosen] = selectedIn(state)
  if (!chosen) return []
  const style = styleOf(chosen)
  const wanted = traitsOf([chosen], roleOf)
  return Object.values(state.deck.slides).flatMap((slide) => {
    const others = slide.blocks.filter((block) => fits(block, wanted, roleOf) && withStyle(block, style) !== block)
    return others.length === 0 ? [] : [[slide.id, idsOf(others)] as const]
  })
}

function applyStyleToAll(editor: Editor): void {
  const state = editor.model.getState()
  const [chosen] = selectedIn(state)
  if (!chosen) return
  const style = styleOf(chosen)
  const others = blocksToRestyle(state)
  const change = others.map(([slideId, ids]) => updateBlocks(slideId, ids, (block) => withStyle(block, style)))
  editor.model.apply((deck) => change.reduce((changed, command) => command(changed), deck), {
    undo: 'step',
    label: 'Give this look to all',
  })
  const count = others.reduce((sum, [, ids]) => sum + ids.length, 0)
  const message = `${count === 1 ? 'One block has' : `${count} blocks have`} this look now`
  notifyWithUndo(editor, others.length === 1 ? message : `${message}, on ${others.length} slides`, state.deck)
}
