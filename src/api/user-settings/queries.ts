import { defaultUserSettings, type UserSettings } from '../../rules/speaker.ts'
import { speakerLayoutIds } from '../../rules/speaker-layouts.ts'
import type { Db } from '../../server/db/open-database.ts'

/** Reads presenting settings from an account, with defaults for missing and outdated values. */
export function userSettingsOf(stored: Readonly<Record<string, unknown>>): UserSettings {
  const layout = speakerLayoutIds.find((name) => name === stored.speaker_layout)
  const read = (key: 'present_controls' | 'present_notes' | 'present_upsizing') => {
    const value = stored[key]
    return typeof value === 'boolean' ? value : defaultUserSettings[key]
  }
  return {
    present_controls: read('present_controls'),
    present_notes: read('present_notes'),
    present_upsizing: read('present_upsizing'),
    speaker_layout: layout ?? defaultUserSettings.speaker_layout,
  }
}

/** A user's own settings: presenting, and how the editor's tour ended, if it did. */
export interface OwnSettings extends UserSettings {
  readonly tutorial?: 'skipped' | 'finished'
}

/** Reads all own settings from an account, including private ones. */
export function ownSettingsOf(stored: Readonly<Record<string, unknown>>): OwnSettings {
  const { tutorial } = stored
  return tutorial === 'skipped' || tutorial === 'finished'
    ? { ...userSettingsOf(stored), tutorial }
    : userSettingsOf(stored)
}

/**
 * Writes the given settings and keeps all others. On Postgres the row is locked until the transaction ends, so that
 * concurrent changes are not lost.
 */
export async function changeSettings(
  db: Db,
  kind: 'sqlite' | 'postgres',
  userId: number,
  changes: Partial<OwnSettings>,
  now: Date,
): Promise<OwnSettings> {
  const { settings } = await db
    .selectFrom('users')
    .select('settings')
    .where('id', '=', userId)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const changed = { ...settings, ...given }
  await db
    .updateTable('users')
    .set({ settings: JSON.stringify(changed), updated_at: now })
    .where('id', '=', userId)
    .execute()
  return ownSettingsOf(changed)
}
