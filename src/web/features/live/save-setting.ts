import type { ApiClient } from '../../../api/client.ts'
import { userSettingsContracts } from '../../../api/user-settings/contract.ts'
import type { UserSettings } from '../../../rules/speaker.ts'

/** Saves one presenting setting at a time. */
export type SaveSetting = <K extends keyof UserSettings>(key: K, value: UserSettings[K]) => void

/**
 * Saves single settings of a presenter. A new value aborts a pending save of the same setting. Failures are silent: on
 * stage the setting applies to this presentation, saved or not.
 */
export function settingSaver(api: ApiClient): SaveSetting {
  const pending = new Map<string, AbortController>()
  return (key, value) => {
    pending.get(key)?.abort()
    const abort = new AbortController()
    pending.set(key, abort)
    api
      .call(userSettingsContracts.change, { body: { user_settings: { [key]: value } }, signal: abort.signal })
      .catch(() => {})
      .finally(() => {
        if (pending.get(key) === abort) pending.delete(key)
      })
  }
}
