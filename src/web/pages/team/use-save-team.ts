import type { Sent } from '../../../api/contract.ts'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { messages } from '../../../rules/messages.ts'
import type { FormFailure } from '../../../ui/form/form.tsx'
import { showSuccess } from '../../../ui/toast/toast-store.ts'
import { saveFailure } from '../../data/save-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import type { OwnTeam } from './load-members.ts'

type Changes = Sent<(typeof teamsContracts)['change']['body']>['team']

/** Saves fields of the team; resolves to what went wrong at which field, or to null. `onSaved` gets the stored team. */
export function useSaveTeam(onSaved: (team: OwnTeam) => void): (changes: Changes) => Promise<FormFailure | null> {
  const api = useApi()
  return async (changes) => {
    try {
      onSaved(await api.call(teamsContracts.change, { body: { team: changes } }))
      showSuccess(messages.save.succeeded)
    } catch (error) {
      return saveFailure(error)
    }
    return null
  }
}
