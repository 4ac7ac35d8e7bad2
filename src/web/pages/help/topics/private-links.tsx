import { Link } from 'react-router'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/private-links.webp'

export const privateLinks: readonly ArticleSection[] = [
  {
    id: 'make',
    title: 'Make one',
    content: (
      <>
        <ol>
          <li>
            Open your private deck and press <strong>Share</strong>.
          </li>
          <li>
            Press <strong>Create a private link</strong> and give it a name that tells you whom it is for.
          </li>
          <li>
            <strong>Opens</strong> says what it leads to: the deck's page, full screen, or the live presentation.
          </li>
          <li>
            <strong>Copy</strong> it, show its QR code, or send it by e-mail from the tab Email.
          </li>
        </ol>
        <HelpPicture src={picture} alt="The share dialog with a private link, its name and its password" />
      </>
    ),
  },
  {
    id: 'what',
    title: 'What it opens',
    content: (
      <p>
        Whoever has the link sees the deck without an account, and can neither change it nor read its private notes.
        Each link counts its own views. Add a <Link to="/help/passwords">password</Link> where a link could be passed
        on.
      </p>
    ),
  },
  {
    id: 'end',
    title: 'End it',
    content: (
      <p>
        <strong>Remove link</strong> ends it: with the next request it opens nothing, and an audience that follows live
        by it is told at once. Other links of the deck go on working. In the trash a deck has no working links;
        recovered, it has them again.
      </p>
    ),
  },
]
