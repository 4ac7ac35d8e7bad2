import { CodeXml, FileCheck2, FileCode2, FileUp, Settings2, Share, Type, UsersRound } from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import type { DialogName } from '../state/editor-state.ts'
import type { Action, ActionGroup } from './action.ts'

function opens(dialog: DialogName, label: string, icon: IconComponent, group: ActionGroup): Action {
  return {
    id: dialog,
    label,
    icon,
    group,
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    run: ({ model }) => {
      // Commits the text being edited, since the dialog shows the deck.
      model.stopEditing()
      model.show({ dialog })
    },
  }
}

/** Actions that open a dialog. */
export const dialogActions: readonly Action[] = [
  opens('slide-options', 'Advanced Slide Options', Settings2, 'slide'),
  opens('edit-slide-html', 'Edit slide HTML', CodeXml, 'slide'),
  opens('edit-html', 'Edit HTML', FileCode2, 'deck'),
  opens('custom-fonts', 'Load custom fonts', Type, 'deck'),
  opens('import-file', 'Import', FileUp, 'deck'),
  opens('import-report', 'Import reports', FileCheck2, 'deck'),
  opens('share', 'Share', Share, 'deck'),
  opens('collaborate', 'Collaborate', UsersRound, 'deck'),
]
