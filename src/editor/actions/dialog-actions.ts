import { CodeXml, FileCode2, FileInput, Settings2, Share, Type } from 'lucide-react'
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
      // What is being typed belongs to what the dialog shows.
      model.stopEditing()
      model.show({ dialog })
    },
  }
}

/** What is done in a dialog of its own: the HTML of a slide or of all of them, sharing the deck. */
export const dialogActions: readonly Action[] = [
  opens('slide-options', 'Advanced Slide Options', Settings2, 'slide'),
  opens('edit-slide-html', 'Edit slide HTML', CodeXml, 'slide'),
  opens('edit-html', 'Edit HTML', FileCode2, 'deck'),
  opens('custom-fonts', 'Load custom fonts', Type, 'deck'),
  opens('import-html', 'Import HTML', FileInput, 'deck'),
  opens('share', 'Share', Share, 'deck'),
]
