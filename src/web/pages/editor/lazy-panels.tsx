import { type ComponentType, lazy, Suspense } from 'react'
import { useEditor } from '../../../editor/state/use-editor.ts'
import { FailedNotice } from '../../../ui/notice.tsx'

/** Stands where a panel would stand that did not come. */
function Missing() {
  return <FailedNotice text="This could not be loaded. Save, reload the page and try again." />
}

function panel<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (component): { default: ComponentType<Props> } => ({ default: component }),
      () => ({ default: Missing }),
    ),
  )
}

const load = {
  deck: async () => (await import('./later-panels.ts')).DeckPanel,
  layers: async () => (await import('./later-panels.ts')).LayersPanel,
  animation: async () => (await import('./later-panels.ts')).AnimationPane,
}

/** The deck's properties; come to the browser when they are first wanted, as the others here. */
export const DeckPanel = panel(load.deck)
/** The blocks of the slide, those in front first. */
export const LayersPanel = panel(load.layers)
/** What appears when on the slide. */
export const AnimationPane = panel(load.animation)

/** The numbers of the steps on the canvas; nothing where they can't be had. */
const LoadedBadges = lazy(() =>
  import('./later-panels.ts').then(
    ({ StepBadges }) => ({ default: StepBadges }),
    () => ({ default: () => null }),
  ),
)

/** The number of each block's step, on the block, while the order of appearance is open. */
export function StepBadges() {
  const open = useEditor((state) => state.panel === 'animation')
  return open ? (
    <Suspense fallback={null}>
      <LoadedBadges />
    </Suspense>
  ) : null
}

/** Asks for a panel before it is opened, so that it is there at once. Nothing for those that came with the editor. */
export function preparePanel(name: string): void {
  if (name in load) void load[name as keyof typeof load]().catch(() => undefined)
}
