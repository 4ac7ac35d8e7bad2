import { Link } from 'react-router'
import { limits } from '../../../../rules/limits.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/passwords.webp'

export const passwords: readonly ArticleSection[] = [
  {
    id: 'deck',
    title: 'For a deck',
    content: (
      <>
        <p>
          A <Link to="/help/private-links">private link</Link> may have a password. Type it beside the link's name in
          the share dialog and press <strong>Save</strong>. Whoever opens the link is asked for it, and sees nothing of
          the deck before, not even its title.
        </p>
        <HelpPicture src={picture} alt="A protected deck asks for its password" />
        <p>
          A browser that gave the password is not asked again for {limits.token.unlockHours} hours. After ten wrong
          tries from one place within ten minutes a link waits. A new password ends what the old one opened; an empty
          one takes the protection away.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'For your account',
    content: (
      <p>
        Change it in the <Link to="/users/edit">settings</Link>. Forgotten?{' '}
        <Link to="/users/password/new">Ask for a link</Link> that sets a new one; it comes by e-mail and works once. A
        new password ends all other sessions.
      </p>
    ),
  },
]
