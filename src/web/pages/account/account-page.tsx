import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { storageName } from '../../../rules/file-storage.ts'
import { Article, type ArticleSection } from '../../../ui/article.tsx'
import { FontsSection } from '../../features/own-fonts/fonts-section.tsx'
import { AccountTeam } from './account-team.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailForm } from './email-form.tsx'
import { ExportAccount } from './export-account.tsx'
import { FileStorageSection } from './file-storage-section.tsx'
import { IdentityList } from './identity-list.tsx'
import type { loadAccount } from './load-account.ts'
import { SecondStepContext } from './own-password-field.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { PictureForm } from './picture-form.tsx'
import { PresentingSettings } from './presenting-settings.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'
import { StorageSection } from './storage-section.tsx'
import { TwoStep } from './two-step.tsx'

/** The settings of a user: account, sign-in, sessions, API tokens, storage, export and deletion. */
export function AccountPage() {
  const { account, sessions, settings, storage, tokens, emailChange, passkeys, identities, team, ...loaded } =
    useLoaderData<typeof loadAccount>()
  const { fileStorage } = loaded
  const [twoStep, setTwoStep] = useState(loaded.twoStep)
  const sections: readonly ArticleSection[] = [
    { id: 'picture', title: 'Picture', content: <PictureForm account={account} /> },
    { id: 'profile', title: 'Profile', content: <ProfileForm account={account} themes={loaded.themes} /> },
    { id: 'presenting', title: 'Presenting', content: <PresentingSettings settings={settings} /> },
    { id: 'team', title: 'Team', content: <AccountTeam /> },
    { id: 'email', title: 'E-mail', content: <EmailForm account={account} pending={emailChange} /> },
    { id: 'password', title: 'Password', content: <PasswordForm account={account} /> },
    { id: 'two-step', title: 'Two-step sign-in', content: <TwoStep state={twoStep} onChange={setTwoStep} /> },
    { id: 'passkeys', title: 'Passkeys', content: <Passkeys passkeys={passkeys} /> },
    { id: 'single-sign-on', title: 'Single sign-on', content: <IdentityList identities={identities} /> },
    { id: 'sessions', title: 'Where you are signed in', content: <SessionList sessions={sessions} /> },
    { id: 'api-tokens', title: 'API tokens', content: <ApiTokens tokens={tokens} /> },
    {
      id: 'storage',
      title: 'Storage',
      content: <StorageSection storage={storage} />,
    },
    { id: 'fonts', title: 'Fonts', content: <FontsSection place="own" /> },
    ...(fileStorage.service || fileStorage.account
      ? [{ id: 'file-storage', title: storageName, content: <FileStorageSection storage={fileStorage} /> }]
      : []),
    { id: 'export', title: 'Take everything with you', content: <ExportAccount /> },
    { id: 'delete', title: 'Delete the account', content: <DeleteAccount account={account} team={team} /> },
  ]
  return (
    <SecondStepContext value={twoStep.enabled_at !== null}>
      <Article title="Settings" lead="Your account, on this page whole." sections={sections} />
    </SecondStepContext>
  )
}
