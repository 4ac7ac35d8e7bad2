import { z } from 'zod'
import { speakerLayoutIds } from '../../rules/speaker-layouts.ts'
import { contract } from '../contract.ts'
import { flag } from '../inputs.ts'

/** How somebody's first tour of the editor ended. */
const tutorial = z.enum(['skipped', 'finished'], 'Please choose one of the offered values').optional()

/** What a presenter chose. */
export const userSettings = z.object({
  present_controls: z.boolean(),
  present_notes: z.boolean(),
  present_upsizing: z.boolean(),
  speaker_layout: z.enum(speakerLayoutIds),
})

/** All of one's own settings; without `tutorial` the tour is still to come. */
export const ownSettings = userSettings.extend({ tutorial })

/** Some of it; keys that are missing stay as they are. */
export const changedSettings = z.object({
  present_controls: flag.optional(),
  present_notes: flag.optional(),
  present_upsizing: flag.optional(),
  speaker_layout: z.enum(speakerLayoutIds, 'Please choose one of the offered values').optional(),
  tutorial,
})

/** The calls about the own presenting settings. */
export const userSettingsContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/user_settings',
    summary: 'The own settings.',
    permission: 'own:settings',
    rate: 'read',
    output: ownSettings,
  }),
  change: contract({
    method: 'PUT',
    path: '/api/v1/user_settings',
    summary: 'Changes the settings that are sent and leaves the others.',
    permission: 'own:settings',
    rate: 'write',
    body: z.object({ user_settings: changedSettings }),
    output: ownSettings,
  }),
}
