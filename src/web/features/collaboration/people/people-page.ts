import type { ViewerTeam } from '../../../../api/pages/viewer.ts'
import type { Plan } from '../../../../rules/plans.ts'
import type { Visibility } from '../../../../rules/visibilities.ts'

/** What the rules of a deck's people depend on. */
export interface PeopleDeck {
  readonly id: number
  readonly title: string
  readonly visibility: Visibility
  /** The plan of the deck's owner, which determines the deck's privileges. */
  readonly ownerPlan: Plan
  /** The slug of the deck's team; null for a personal deck. */
  readonly teamSlug: string | null
}

/** The user who looks at a deck's people. */
export interface PeopleViewer {
  readonly username: string
  readonly team: ViewerTeam | null
  /** Whether the instance has paid plans. */
  readonly billing: boolean
}

/** Data with which a page opens the dialog of a deck's people. */
export interface PeoplePage {
  readonly deck: PeopleDeck
  readonly viewer: PeopleViewer
}
