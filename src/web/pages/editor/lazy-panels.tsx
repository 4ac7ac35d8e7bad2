import { useEffect, useState } from 'react'
import { shownFormat } from '../../../editor/actions/format-text.ts'
import { hasMissingFiles } from '../../../editor/flow/has-missing-files.ts'
import { warnedOverflow } from '../../../editor/state/overflow.ts'
import { useEditor } from '../../../editor/state/use-editor.ts'
import { messages } from '../../../rules/messages.ts'
import { FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { type Part, partOf, usePart } from './use-part.ts'

/** Replaces a panel whose chunk failed to load. */
function LoadFailed() {
  return <FailedNotice text={messages.deck.partLoadFailed} />
}

const Nothing = () => null

const parts = {
  block: partOf(async () => (await import('../../../editor/panels/block-panel.tsx')).BlockPanel, LoadFailed),
  deck: partOf(async () => (await import('./deferred-panels.ts')).DeckPanel, LoadFailed),
  layers: partOf(async () => (await import('./deferred-panels.ts')).LayersPanel, LoadFailed),
  animation: partOf(async () => (await import('./deferred-panels.ts')).AnimationPane, LoadFailed),
  check: partOf(async () => (await import('../../../editor/check/check-panel.tsx')).CheckPanel, LoadFailed),
  badges: partOf(async () => (await import('./deferred-panels.ts')).StepBadges, Nothing),
  missing: partOf(async () => (await import('../../../editor/panels/missing-files.tsx')).MissingFiles, Nothing),
  overflow: partOf(async () => (await import('../../../editor/panels/overflow-note.tsx')).OverflowNote, Nothing),
  // If it cannot be loaded, the panel has the same controls.
  text: partOf(async () => (await import('../../../editor/panels/text-bar.tsx')).TextBar, Nothing),
}

/** Shown until a panel is loaded; empty during a drag, which an animation would slow down. */
function Waiting() {
  const isStill = useEditor((state) => state.gesture === null)
  return isStill ? <LoadingNotice /> : null
}

function panel<Props extends object>(part: Part<Props>) {
  return function Panel(props: Props) {
    const Loaded = usePart(part)
    return Loaded ? <Loaded {...props} /> : <Waiting />
  }
}

/** The properties of the selected blocks. This and the panels below are loaded when first opened. */
export const BlockPanel = panel(parts.block)
/** The deck's properties. */
export const DeckPanel = panel(parts.deck)
/** The slide's blocks, front to back. */
export const LayersPanel = panel(parts.layers)
/** The slide's fragments and animations in order. */
export const AnimationPane = panel(parts.animation)
/** What to look at before presenting. */
export const CheckPanel = panel(parts.check)

/** The number of each block's fragment step, shown on the canvas while the animation panel is open. */
export function StepBadges() {
  const isOpen = useEditor((state) => state.panel === 'animation')
  const Badges = usePart(parts.badges, isOpen)
  return isOpen && Badges ? <Badges /> : null
}

/** The names of files that an import has not found, in their places. */
export function MissingFiles() {
  const isNeeded = useEditor(({ deck, slideId, gesture }) => gesture === null && hasMissingFiles(deck.slides[slideId]!))
  const Files = usePart(parts.missing, isNeeded)
  return isNeeded && Files ? <Files /> : null
}

/** ms after opening before the note on overflowing slides is loaded: the thumbnails say it at once. */
const beforeNote = 3_000

/** How many slides overflow, and which. If it cannot be loaded, the thumbnails still say so. */
export function OverflowNote() {
  const isNeeded = useEditor(({ overflow }) => Object.keys(warnedOverflow(overflow)).length > 0)
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), beforeNote)
    return () => clearTimeout(timer)
  }, [])
  const Note = usePart(parts.overflow, isNeeded && isDue)
  return isNeeded && Note ? <Note /> : null
}

/** The toolbar near the text being edited or the selected text boxes, loaded when it is first needed. */
export function TextBar() {
  // Not during a drag, which no rendering may slow down.
  const isNeeded = useEditor((state) => shownFormat(state) !== null && state.gesture === null)
  const Bar = usePart(parts.text, isNeeded)
  return Bar ? <Bar /> : null
}

/** Preloads a panel's chunk. No effect for panels of the editor's own chunk. */
export function preloadPanel(name: string): void {
  if (name in parts) void parts[name as keyof typeof parts].load()
}
