import { useViewer } from '../../data/session-context.tsx'
import { OwnHome } from './own-home.tsx'
import { VisitorHome } from './visitor-home.tsx'

/** The first page: for visitors what this is, for others their own decks. */
export function HomePage() {
  const viewer = useViewer()
  return viewer ? <OwnHome viewer={viewer} /> : <VisitorHome />
}
