import { type ComponentType, lazy, Suspense, useState } from 'react'
import { userSettingsContracts } from '../../../../api/user-settings/contract.ts'
import { readStored, writeStored } from '../../../../ui/local-settings.ts'
import { openDialogs } from '../../../../ui/open-dialogs.ts'
import { useStore } from '../../../../ui/store.ts'
import type { EditorSession } from '../editor-session.ts'
import type { TutorialEnd } from './tutorial-controller.ts'

type Tour = ComponentType<{ paused: boolean; onEnd(end: TutorialEnd): void }>

/** Comes to the browser only for those who have not seen it; who can't load it goes without. */
const Tutorial = lazy(() =>
  import('./tutorial.tsx').then(
    (module): { default: Tour } => ({ default: module.Tutorial }),
    (): { default: Tour } => ({ default: () => null }),
  ),
)

/** Where this browser keeps that the person has seen the tour: the server may not have heard of it. */
function storedName(session: EditorSession): string {
  return `lectern:tutorial:${session.data.viewer.id}`
}

function remember(session: EditorSession, end: TutorialEnd): void {
  writeStored(storedName(session), end)
  // Without an answer this browser still knows; another one shows the tour once more.
  session.api.call(userSettingsContracts.change, { body: { user_settings: { tutorial: end } } }).catch(() => undefined)
}

/** The tour of the editor, on somebody's first run of it and not again once it was skipped or finished. */
export function FirstTour({ session }: { session: EditorSession }) {
  const [wanted] = useState(() => session.data.tutorial && readStored(storedName(session)) === null)
  // What needs an answer comes first; the tour goes on afterward, where it was.
  const asked = useStore(openDialogs) > 0
  const waiting = useStore(session.waiting) !== null
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Tutorial paused={asked || waiting} onEnd={(end) => remember(session, end)} />
    </Suspense>
  )
}
