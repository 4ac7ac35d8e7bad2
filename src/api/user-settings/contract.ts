import { z } from 'zod'
import { speakerLayoutIds } from '../../rules/speaker-layouts.ts'
import { contract } from '../contract.ts'
import { flag } from '../inputs.ts'

/** How the user's first tour of the editor ended. */
const tutorial = z.enum(['skipped', 'finished'], 'Please choose one of the offered values').optional()

/** A presenter's settings. */
export const userSettings = z.object({
  present_controls: z.boolean(),
  present_notes: z.boolean(),
  present_upsizing: z.boolean(),
  speaker_layout: z.enum(speakerLayoutIds),
})

/** All settings of the user; without `tutorial` the tour has not been offered yet. */
const ownSettings = userSettings.extend({ tutorial })

/** A change of settings. Missing keys are unchanged. */
const changedSettings = z.object({
  present_controls: flag.optional(),
  present_notes: flag.optional(),
  present_upsizing: flag.optional(),
  speaker_layout: z.enum(speakerLayoutIds, 'Please choose one of the offered values').optional(),
  tutorial,
})

/** Routes for the user's own settings. */
export const userSettingsContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/user_settings',
    summary: 'Returns the signed-in user’s settings.',
    permission: 'own:settings',
    rate: 'read',
    output: ownSettings,
  }),
  change: contract({
    method: 'PUT',
    path: '/api/v1/user_settings',
    summary: 'Changes settings. Missing ones are unchanged.',
    permission: 'own:settings',
    rate: 'write',
    body: z.object({ user_settings: changedSettings }),
    output: ownSettings,
  }),
}
