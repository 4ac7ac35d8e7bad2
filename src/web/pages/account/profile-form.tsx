import { useState } from 'react'
import { usersContracts } from '../../../api/users/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { isReservedName } from '../../../rules/reserved-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showSuccess } from '../../../ui/toast/toast-store.ts'
import { defaultThemeOptions } from '../../data/default-theme-options.ts'
import { saveFailure } from '../../data/save-failure.ts'
import { useApi, useChangeViewer, useSite } from '../../data/session-context.tsx'
import { UsernameField } from '../auth/username-field.tsx'
import type { Account, OwnTheme } from './load-account.ts'

function AboutFields({ account }: { account: Account }) {
  const { account: max } = limits
  return (
    <>
      <TextField
        name="description"
        label="About you"
        optional
        rows={3}
        defaultValue={account.description ?? ''}
        maxLength={max.description}
      />
      <TextField
        name="site_url"
        type="optional-url"
        label="Website"
        optional
        defaultValue={account.site_url ?? ''}
        maxLength={max.url}
        autoComplete="url"
      />
      <TextField
        name="social_handle"
        type="handle"
        label="Social handle"
        optional
        prefix="@"
        defaultValue={account.social_handle ?? ''}
        maxLength={max.socialHandle + 1}
      />
      <TextField
        name="analytics_id"
        type="analytics-id"
        label="Analytics ID"
        optional
        hint="Like UA-12345-1, for your own programs, which read it from your account. No page here loads anything because of it."
        defaultValue={account.analytics_id ?? ''}
        maxLength={max.analyticsId}
      />
    </>
  )
}

/** The profile's fields. */
export function ProfileForm({ account, themes }: { account: Account; themes: readonly OwnTheme[] }) {
  const api = useApi()
  const site = useSite()
  const changeViewer = useChangeViewer()
  const [saved, setSaved] = useState(account)
  const save = async ({ default_theme_id, ...fields }: Record<string, string>) => {
    const user = { ...fields, default_theme_id: default_theme_id ? Number(default_theme_id) : null }
    try {
      const changed = await api.call(usersContracts.change, { body: { user } })
      setSaved(changed)
      changeViewer({ username: changed.username, name: changed.name })
      showSuccess(messages.save.succeeded)
    } catch (error) {
      return saveFailure(error)
    }
    return null
  }
  return (
    <Form onSubmit={save}>
      {({ busy }) => (
        <>
          <UsernameField
            own={saved.username}
            prefix={`${new URL(site.baseUrl).host}/`}
            hint={
              isReservedName(saved.username)
                ? 'This name is reserved by now, and your profile page may not open. Please choose another one: the addresses of all your decks change with it.'
                : 'With a new one the addresses of all your decks change.'
            }
          />
          <TextField
            name="name"
            label="Name"
            optional
            defaultValue={account.name ?? ''}
            maxLength={limits.account.name}
            autoComplete="name"
          />
          <AboutFields account={account} />
          <SelectField
            name="default_theme_id"
            label="Default theme"
            hint="New decks begin with it."
            defaultValue={String(account.default_theme_id ?? '')}
            options={defaultThemeOptions(themes)}
          />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
