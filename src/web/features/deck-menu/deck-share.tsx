import { deckRules } from '../../../api/pages/viewer.ts'
import { shownTitle } from '../../../rules/deck-url.ts'
import { planOf } from '../../../rules/plans.ts'
import { type DeckJson, placeOf } from '../../data/deck.ts'
import { useApi, useSite, useViewer } from '../../data/session-context.tsx'
import { LazyShareDialog } from '../share-dialog/lazy-share-dialog.tsx'

/** Props of DeckShare. */
export interface DeckShareProps {
  deck: DeckJson
  open: boolean
  onClose: () => void
  onPublished: () => void
}

/** The share dialog of a deck in a list. */
export function DeckShare({ deck, ...rest }: DeckShareProps) {
  const api = useApi()
  const viewer = useViewer()
  const { baseUrl } = useSite()
  const { id, slug, visibility, user } = deck
  const shared = {
    ...{ id, slug, visibility, username: user.username, title: shownTitle(deck.title), ownerPlan: planOf(user) },
    ...{
      teamSlug: user.team_slug,
      publicAllowed: deckRules({ team: viewer?.team ?? null }, placeOf(deck)).publicAllowed,
    },
    ...{ isOwner: user.id === viewer?.id, token: null },
  }
  return <LazyShareDialog {...rest} {...{ api, baseUrl }} deck={shared} sharer={viewer} />
}
