import type { PageOwner } from '../../rules/deck-url.ts'
import type { Plan } from '../../rules/plans.ts'
import type { Visibility } from '../../rules/visibilities.ts'

/** A deck as the share dialog knows it, wherever it is opened. */
export interface SharedDeck extends PageOwner {
  readonly id: number
  readonly slug: string | null
  readonly title: string
  readonly visibility: Visibility
  /** Privileges count the owner's plan. */
  readonly ownerPlan: Plan
  /** Whether the one who shares is the owner. */
  readonly isOwner: boolean
  /** Whether it can be made public; a team may not allow it. */
  readonly publicAllowed: boolean
  /** The token of the access link by which the one who shares came here; their links carry it on. */
  readonly token: string | null
}

/** Who shares; null is a visitor. */
export interface Sharer {
  readonly username: string
  readonly name: string | null
}

/** What a page without React opens the share dialog with. */
export interface SharePage {
  /** Of the app, without trailing slash. */
  readonly baseUrl: string
  readonly deck: SharedDeck
  readonly sharer: Sharer | null
}
