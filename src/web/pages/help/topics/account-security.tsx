import { Link } from 'react-router'
import { codeTries, recoveryCodeCount } from '../../../../rules/two-step.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/account-security.webp'

export const accountSecurity: readonly ArticleSection[] = [
  {
    id: 'two-step',
    title: 'Two-step sign-in',
    content: (
      <>
        <p>
          Switch it on in the <Link to="/users/edit#two-step">settings</Link>: scan the QR code with an authenticator
          app on your phone, and type the code that it shows. From then on signing in asks for such a code after the
          password. Each works once; after {codeTries} wrong ones signing in begins again. A new passkey, a new API
          token and a link to single sign-on need a code as well.
        </p>
        <HelpPicture
          src={picture}
          alt="The settings with the dialog that adds an account to an authenticator app: a QR code, a key, and a field for the code"
        />
        <p>
          Save the {recoveryCodeCount} recovery codes that are shown then. Each stands in for the app once, should you
          lose your phone, and a mail tells you when one was used. A new password by mail does not switch the second
          step off: without app and recovery codes there is no way in. After single sign-on by your team the code is
          asked for as well: the managers of its provider cannot sign in as you.
        </p>
      </>
    ),
  },
  {
    id: 'passkeys',
    title: 'Passkeys',
    content: (
      <p>
        A <Link to="/users/edit#passkeys">passkey</Link> signs you in with your finger, your face or the PIN of your
        device. It takes the place of password and code, and works for this address only, so no false page can ask for
        it. Make one for each device, or keep it in a password manager that your devices share.
      </p>
    ),
  },
  {
    id: 'email',
    title: 'Another e-mail address',
    content: (
      <p>
        A new address counts once you open the link that is sent to it; the link works for one day. Your present address
        gets a notice and stays in use until then. Once it is confirmed you are signed out everywhere but where you
        asked for it.
      </p>
    ),
  },
  {
    id: 'sessions',
    title: 'Where you are signed in',
    content: (
      <p>
        The <Link to="/users/edit#sessions">list</Link> has each browser, the address it was last used from, and whether
        it was used here or for a team. Sign out the ones you do not know, then choose a new password.
      </p>
    ),
  },
  {
    id: 'tokens',
    title: 'Tokens for programs',
    content: (
      <p>
        With an <Link to="/users/edit#api-tokens">API token</Link> a program of yours reads decks, or changes them,
        without your password. It is shown once and expires. Signing out does not end it: delete a token that you no
        longer need. When you change your password, you choose whether your tokens end as well; a new password by mail
        ends them all. The <a href="/api/docs">description of the API</a> has examples.
      </p>
    ),
  },
]
