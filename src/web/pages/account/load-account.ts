import { redirect } from 'react-router'
import { apiTokensContracts } from '../../../api/api-tokens/contract.ts'
import type { Received } from '../../../api/contract.ts'
import { emailChangesContracts } from '../../../api/email-changes/contract.ts'
import { fileStorageContracts } from '../../../api/file-storage/contract.ts'
import { mediaContracts } from '../../../api/media/contract.ts'
import { passkeysContracts } from '../../../api/passkeys/contract.ts'
import { sessionsContracts } from '../../../api/sessions/contract.ts'
import { signOnContracts } from '../../../api/sign-on/contract.ts'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { themesContracts } from '../../../api/themes/contract.ts'
import { twoStepContracts } from '../../../api/two-step/contract.ts'
import { userSettingsContracts } from '../../../api/user-settings/contract.ts'
import { usersContracts } from '../../../api/users/contract.ts'
import { orPageError } from '../../data/page-error.ts'
import { signInPath } from '../../data/return-path.ts'
import type { LoadArgs } from '../../page.ts'

/** The viewer's account, with its private fields. */
export type Account = Received<(typeof usersContracts)['me']['output']>
/** A session of the viewer. */
export type OwnSession = Received<(typeof sessionsContracts)['list']['output']>['results'][number]

/** An API token of the viewer, without its secret. */
export type ApiToken = Received<(typeof apiTokensContracts)['list']['output']>['results'][number]

/** The viewer's new e-mail address that waits for its confirmation. */
export type EmailChange = Received<(typeof emailChangesContracts)['resend']['output']>['email_change']

/** Whether the viewer's sign-in needs a second step. */
export type TwoStepState = Received<(typeof twoStepContracts)['read']['output']>

/** A passkey of the viewer. */
export type Passkey = Received<(typeof passkeysContracts)['list']['output']>['results'][number]

/** The viewer's identities for single sign-on, and the providers that can be linked. */
export type Identities = Received<(typeof signOnContracts)['identities']['output']>
export type Identity = Identities['results'][number]
export type IdentityProvider = Identities['providers'][number]

/** The viewer's team; managers see its settings. */
export type AccountTeam = Received<(typeof teamsContracts)['read']['output']>

/** A theme that new decks of the viewer may begin with. */
export type OwnTheme = Received<(typeof themesContracts)['list']['output']>['results'][number]

/** Loads the data of the account page. Redirects visitors to the sign-in page, which returns here. */
export async function loadAccount({ api, viewer, url, signal }: LoadArgs) {
  if (!viewer) throw redirect(signInPath(url))
  const [account, sessions, settings, media, tokens, email, twoStep, passkeys, identities, themes, fileStorage, team] =
    await orPageError(
      Promise.all([
        api.call(usersContracts.me, { signal }),
        api.call(sessionsContracts.list, { signal }),
        api.call(userSettingsContracts.read, { signal }),
        api.call(mediaContracts.list, { signal }),
        api.call(apiTokensContracts.list, { signal }),
        api.call(emailChangesContracts.read, { signal }),
        api.call(twoStepContracts.read, { signal }),
        api.call(passkeysContracts.list, { signal }),
        api.call(signOnContracts.identities, { signal }),
        api.call(themesContracts.list, { signal }),
        api.call(fileStorageContracts.read, { signal }),
        viewer.team ? api.call(teamsContracts.read, { signal }) : null,
      ]),
    )
  return {
    account,
    sessions: sessions.results,
    settings,
    storage: media.storage,
    tokens: tokens.results,
    emailChange: email.email_change,
    twoStep,
    passkeys: passkeys.results,
    identities,
    themes: themes.results,
    fileStorage,
    team,
  }
}
