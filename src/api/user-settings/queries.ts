import { defaultUserSettings, type UserSettings } from '../../rules/speaker.ts'
import { speakerLayoutIds } from '../../rules/speaker-layouts.ts'
import type { Db } from '../../server/db/open-database.ts'

/** The settings as kept in the account, with the usual value for every one that is missing or no longer offered. */
export function userSettingsOf(kept: Readonly<Record<string, unknown>>): UserSettings {
  const layout = speakerLayoutIds.find((name) => name === kept.speaker_layout)
  const read = (key: 'present_controls' | 'present_notes' | 'present_upsizing') => {
    const value = kept[key]
    return typeof value === 'boolean' ? value : defaultUserSettings[key]
  }
  return {
    present_controls: read('present_controls'),
    present_notes: read('present_notes'),
    present_upsizing: read('present_upsizing'),
    speaker_layout: layout ?? defaultUserSettings.speaker_layout,
  }
}

/** A person's own settings: those of presenting, and how the tour of the editor ended, if it did. */
export interface OwnSettings extends UserSettings {
  readonly tutorial?: 'skipped' | 'finished'
}

/** The same with what is nobody else's business. */
export function ownSettingsOf(kept: Readonly<Record<string, unknown>>): OwnSettings {
  const { tutorial } = kept
  return tutorial === 'skipped' || tutorial === 'finished'
    ? { ...userSettingsOf(kept), tutorial }
    : userSettingsOf(kept)
}

/**
 * Writes the settings that are given and leaves all others. On Postgres the row stays locked until the transaction
 * ends: two keys saved at the same moment are both kept.
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
