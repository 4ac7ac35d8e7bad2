import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../../ui/article.tsx'

const sections: readonly ArticleSection[] = [
  {
    id: 'kept',
    title: 'What is kept',
    content: (
      <ul>
        <li>
          Your account: username, e-mail, name and what you write into your profile. Your password only as a hash.
        </li>
        <li>Your decks, their earlier versions, your images, and the decks you like.</li>
        <li>Your sessions: when, where and from which browser and address you signed in, so that you can end them.</li>
        <li>
          Passkeys, API tokens with their last use, and two-step sign-in: only what checks them, never what opens your
          account.
        </li>
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
        Three, all needed: one keeps you signed in, one protects forms from other sites, and one lets us tell a browser
        you have signed in with before from somebody who guesses at your password. With two-step sign-in a fourth holds
        for ten minutes, until you have entered the code. Decks are shown on addresses without any cookies. There is no
        advertising, and nobody follows you across sites.
      </p>
    ),
  },
  {
    id: 'others',
    title: 'Other services',
    content: (
      <p>
        Pages of this instance load nothing from elsewhere. A deck can: its author may embed a video or use a picture
        from another site, and that site then sees your address, as it would on any web page.
      </p>
    ),
  },
  {
    id: 'seen',
    title: 'Who sees what',
    content: (
      <p>
        Your profile and your public decks are seen by everybody. Your e-mail address is never shown. Private notes of a
        deck leave the server only for those who may edit it, or when you choose to share them.
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
  return (
    <Article title="Privacy" lead="As little as the service needs, and nothing for anybody else." sections={sections} />
  )
}
