import { type ComponentType, lazy, Suspense, useState } from 'react'
import { userSettingsContracts } from '../../../../api/user-settings/contract.ts'
import { openDialogs } from '../../../../ui/open-dialogs.ts'
import { useStore } from '../../../../ui/store.ts'
import { readStored, writeStored } from '../../../../ui/stored-value.ts'
import type { EditorSession } from '../editor-session.ts'
import type { TutorialEnd } from './tutorial-controller.ts'

type Tour = ComponentType<{ paused: boolean; onEnd(end: TutorialEnd): void }>

/** Loaded only for users who have not seen it; skipped if loading fails. */
const Tutorial = lazy(() =>
  import('./tutorial.tsx').then(
    (module): { default: Tour } => ({ default: module.Tutorial }),
    (): { default: Tour } => ({ default: () => null }),
  ),
)

/** localStorage key of a seen tour, also stored here because the request to the server may fail. */
function storedName(session: EditorSession): string {
  return `lectern:tutorial:${session.data.viewer.id}`
}

function remember(session: EditorSession, end: TutorialEnd): void {
  writeStored(storedName(session), end)
  // If the request fails, other browsers show the tour once more.
  session.api.call(userSettingsContracts.change, { body: { user_settings: { tutorial: end } } }).catch(() => undefined)
}

/** The editor's tour on a user's first visit. Not shown again once skipped or finished. */
export function FirstTour({ session }: { session: EditorSession }) {
  const [wanted] = useState(() => session.data.tutorial && readStored(storedName(session)) === null)
  // Paused while a dialog is open; continues at the same step.
  const dialogOpen = useStore(openDialogs) > 0
  const decision = useStore(session.decision) !== null
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Tutorial paused={dialogOpen || decision} onEnd={(end) => remember(session, end)} />
    </Suspense>
  )
}
