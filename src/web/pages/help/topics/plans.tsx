import { Link } from 'react-router'
import { offeredPlan } from '../../../../rules/plan-offers.ts'
import { privileges } from '../../../../rules/plans.ts'
import { formatBytes } from '../../../../rules/storage-meter.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { useSite } from '../../../data/session-context.tsx'

function YourPlan() {
  const { billing } = useSite()
  if (!billing) {
    return (
      <p>
        Nobody pays on this instance. Every account has private decks, private links, custom CSS, and{' '}
        {formatBytes(privileges.enterprise.storage)} for images.
      </p>
    )
  }
  return (
    <p>
      The free plan has the whole editor, live presenting and public decks, with {formatBytes(privileges.free.storage)}{' '}
      for images. {offeredPlan('privateDecks')} adds private decks, {offeredPlan('privateLinks')} private links and
      custom CSS: <Link to="/pricing">see the plans</Link>.
    </p>
  )
}

export const plans: readonly ArticleSection[] = [
  { id: 'yours', title: 'What you have here', content: <YourPlan /> },
  {
    id: 'end',
    title: 'When a plan ends',
    content: (
      <p>
        Nothing is deleted. Private decks stay private and can be read by you; editing them asks you to make them public
        or to choose a plan. Private links can be seen and removed, not changed.
      </p>
    ),
  },
]
