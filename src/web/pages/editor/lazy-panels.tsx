import { type ComponentType, lazy, Suspense, useState } from 'react'
import { shownFormat } from '../../../editor/actions/format-text.ts'
import { useEditor } from '../../../editor/state/use-editor.ts'
import { messages } from '../../../rules/messages.ts'
import { FailedNotice } from '../../../ui/notice.tsx'

/** Replaces a panel whose chunk failed to load. */
function LoadFailed() {
  return <FailedNotice text={messages.deck.partLoadFailed} />
}

function panel<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (component): { default: ComponentType<Props> } => ({ default: component }),
      () => ({ default: LoadFailed }),
    ),
  )
}

const load = {
  block: async () => (await import('../../../editor/panels/block-panel.tsx')).BlockPanel,
  deck: async () => (await import('./deferred-panels.ts')).DeckPanel,
  layers: async () => (await import('./deferred-panels.ts')).LayersPanel,
  animation: async () => (await import('./deferred-panels.ts')).AnimationPane,
  text: async () => (await import('../../../editor/panels/text-bar.tsx')).TextBar,
  check: async () => (await import('../../../editor/check/check-panel.tsx')).CheckPanel,
}

/** The properties of the selected blocks. This and the panels below are loaded when first opened. */
export const BlockPanel = panel(load.block)
/** The deck's properties. */
export const DeckPanel = panel(load.deck)
/** The slide's blocks, front to back. */
export const LayersPanel = panel(load.layers)
/** The slide's fragments and animations in order. */
export const AnimationPane = panel(load.animation)
/** What to look at before presenting. */
export const CheckPanel = panel(load.check)

/** The step badges on the canvas; nothing if they cannot be loaded. */
const LoadedBadges = lazy(() =>
  import('./deferred-panels.ts').then(
    ({ StepBadges }) => ({ default: StepBadges }),
    () => ({ default: () => null }),
  ),
)

/** The number of each block's fragment step, shown on the canvas while the animation panel is open. */
export function StepBadges() {
  const open = useEditor((state) => state.panel === 'animation')
  return open ? (
    <Suspense fallback={null}>
      <LoadedBadges />
    </Suspense>
  ) : null
}

/** The toolbar near the text; nothing if it cannot be loaded: the panel has the same controls. */
const LoadedTextBar = lazy(() =>
  load.text().then(
    (TextBar) => ({ default: TextBar }),
    () => ({ default: () => null }),
  ),
)

/** The toolbar near the text being edited or the selected text boxes, loaded when it is first needed. */
export function TextBar() {
  // Not during a drag, which no rendering may slow down.
  const isNeeded = useEditor((state) => shownFormat(state) !== null && state.gesture === null)
  const [isWanted, setWanted] = useState(false)
  if (isNeeded && !isWanted) setWanted(true)
  return isWanted ? (
    <Suspense fallback={null}>
      <LoadedTextBar />
    </Suspense>
  ) : null
}

/** Preloads a panel's chunk. No effect for panels of the editor's own chunk. */
export function preloadPanel(name: string): void {
  if (name in load) void load[name as keyof typeof load]().catch(() => undefined)
}
