import { genericError } from '../../../../rules/messages.ts'
import type { PageScriptData } from './page-script-data.ts'
import { openOnClick } from './share-option.ts'
import { showToast } from './toast.ts'

/** Opens the dialog of the deck's people. Loaded with the first click. */
export function enablePeople({ people }: PageScriptData): void {
  if (!people) return
  openOnClick('[data-people-dialog]', async () => {
    try {
      const { openPeopleDialog } = await import('../../../features/collaboration/people/open-people-dialog.tsx')
      openPeopleDialog(people)
    } catch {
      showToast(genericError(), 'negative')
    }
  })
}
