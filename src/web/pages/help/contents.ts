import type { ArticleSection } from '../../../ui/article.tsx'
import { accountSecurity } from './topics/account-security.tsx'
import { embedding } from './topics/embedding.tsx'
import { exporting } from './topics/exporting.tsx'
import { firstDeck } from './topics/first-deck.tsx'
import { importing } from './topics/importing.tsx'
import { keyboard } from './topics/keyboard.tsx'
import { lostWork } from './topics/lost-work.tsx'
import { passwords } from './topics/passwords.tsx'
import { pictures } from './topics/pictures.tsx'
import { plans } from './topics/plans.tsx'
import { presenting } from './topics/presenting.tsx'
import { privateLinks } from './topics/private-links.tsx'
import { selfHosting } from './topics/self-hosting.tsx'
import { teams } from './topics/teams.tsx'
import { visibility } from './topics/visibility.tsx'

/** The sections of each help page, by topic id. */
export const helpContents: Readonly<Record<string, readonly ArticleSection[]>> = {
  'first-deck': firstDeck,
  pictures,
  importing,
  exporting,
  presenting,
  keyboard,
  visibility,
  'private-links': privateLinks,
  passwords,
  'account-security': accountSecurity,
  embedding,
  'lost-work': lostWork,
  teams,
  plans,
  'self-hosting': selfHosting,
}
