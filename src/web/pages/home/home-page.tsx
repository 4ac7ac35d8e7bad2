import { useViewer } from '../../data/session-context.tsx'
import { OwnHome } from './own-home.tsx'
import { VisitorHome } from './visitor-home.tsx'

/** The home page of the app's host: an introduction for visitors, their decks for signed-in users. */
export function HomePage() {
  const viewer = useViewer()
  return viewer ? <OwnHome viewer={viewer} /> : <VisitorHome />
}
