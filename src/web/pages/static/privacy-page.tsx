import { Link } from 'react-router'
import type { Site } from '../../../api/pages/site.ts'
import { Article, type ArticleSection } from '../../../ui/article.tsx'
import { useSite } from '../../data/session-context.tsx'

/** What holds with every billing driver, and with Stripe. */
const sectionsOf = ({ billing, driver }: Pick<Site, 'billing' | 'driver'>): readonly ArticleSection[] => [
  {
    id: 'kept',
    title: 'What is kept',
    content: (
      <ul>
        <li>
          Your account: username, e-mail, name and what you write into your profile. Your password only as a hash.
        </li>
        <li>Your decks, their earlier versions, your images, the decks you like, and your comments on decks.</li>
        <li>Your sessions: when, where and from which browser and address you signed in, so that you can end them.</li>
        <li>
          Passkeys and API tokens with their last use: only what checks them. For two-step sign-in the secret of your
          authenticator app, encrypted, and hashes of your recovery codes.
        </li>
        <li>For single sign-on: which accounts of which provider are linked to yours, with their e-mail address.</li>
        <li>
          Reports of decks, with what you wrote. And a log of what concerns security, such as sign-ins and changes of
          rights, with time and address, which is kept for a year.
        </li>
        {billing && (
          <li>
            For plans: payments and receipts, brand, last four digits and expiry of your card, and the billing address
            of a team. Card numbers never reach this server{driver === 'stripe' && ': Stripe has them'}. Payments stay
            when an account is deleted, without its name.
          </li>
        )}
        <li>How often a deck was opened. Viewers are counted by a keyed number that names nobody.</li>
        <li>
          How far a deck is read: sums for each day and slide, which its author sees. Who reads is neither asked nor
          kept, no cookie is needed for it, and after a year the sums are gone.
        </li>
        <li>The server’s log, without the contents of decks, passwords or links.</li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    content: (
      <p>
        Only what is needed: one keeps you signed in, one protects forms from other sites, and one lets us tell a
        browser you have signed in with before from somebody who guesses at your password. Three last ten minutes at
        most: for the code of two-step sign-in, for single sign-on, and for taking your session to a team’s address. One
        opens a private link whose password you have entered. Decks are shown on addresses without any cookies of ours.
        There is no advertising, and nobody follows you across sites.
      </p>
    ),
  },
  {
    id: 'others',
    title: 'Other services',
    content: (
      <p>
        {driver === 'stripe'
          ? 'Pages with a card form load the script of Stripe, which takes the payments and sees your address and your card. All other pages of this instance load nothing from elsewhere. A deck can:'
          : 'Pages of this instance load nothing from elsewhere. A deck can:'}{' '}
        its author may embed a video or use a picture from another site, and that site then sees your address, as it
        would on any web page.
      </p>
    ),
  },
  {
    id: 'seen',
    title: 'Who sees what',
    content: (
      <p>
        Your profile and your public decks are seen by everybody. Your e-mail address is seen by the operators of this
        instance and, if you are in a team, by its owners and admins; nobody else is shown it. Private notes of a deck
        leave the server only for those who may edit it, or when you choose to share them.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'What you can do',
    content: (
      <p>
        Under <Link to="/users/edit">Settings</Link> you can change what is known about you, end sessions, download all
        you own, and delete the account with everything in it. For anything else, <Link to="/contact">contact us</Link>.
      </p>
    ),
  },
]

/** The privacy page. */
export function PrivacyPage() {
  const site = useSite()
  return (
    <Article
      title="Privacy"
      lead="As little as the service needs, and nothing for anybody else."
      sections={sectionsOf(site)}
    />
  )
}
