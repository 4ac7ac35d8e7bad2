import type { PageOwner } from '../../rules/deck-url.ts'
import type { Plan } from '../../rules/plans.ts'
import type { Visibility } from '../../rules/visibilities.ts'

/** The deck's data in the share dialog. */
export interface SharedDeck extends PageOwner {
  readonly id: number
  readonly slug: string | null
  readonly title: string
  readonly visibility: Visibility
  /** The plan of the deck's owner, which determines the deck's privileges. */
  readonly ownerPlan: Plan
  /** Whether the sharing user is the owner. */
  readonly isOwner: boolean
  /** Whether the deck can be made public; a team may forbid it. */
  readonly publicAllowed: boolean
  /** The token of the access link in the page's URL; shared URLs include it. */
  readonly token: string | null
}

/** The sharing user; null is a visitor. */
export interface Sharer {
  readonly username: string
  readonly name: string | null
}

/** Data with which a page without React opens the share dialog. */
export interface SharePage {
  /** The app's URL, without trailing slash. */
  readonly baseUrl: string
  readonly deck: SharedDeck
  readonly sharer: Sharer | null
}
