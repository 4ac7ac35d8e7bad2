import {
  Bold,
  Italic,
  List,
  ListOrdered,
  Strikethrough,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  Underline,
} from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { TextAlign, TextCommand, TextFormat } from '../state/text-format.ts'
import type { Action } from './action.ts'
import { formatText, shownFormat } from './format-text.ts'

function textAction(
  id: string,
  label: string,
  icon: IconComponent,
  shortcuts: readonly string[],
  command: TextCommand,
  isOn: (format: TextFormat) => boolean,
): Action {
  return {
    id,
    label,
    icon,
    group: 'text',
    shortcuts,
    scope: 'both',
    when: (state: EditorState) => shownFormat(state) !== null,
    isOn: (state: EditorState) => {
      const format = shownFormat(state)
      return format !== null && isOn(format)
    },
    run: (editor) => formatText(editor, command),
  }
}

function align(to: TextAlign, label: string, icon: IconComponent, shortcut: string): Action {
  const isOn = (format: TextFormat): boolean => format.align === to
  return textAction(`text-${to}`, label, icon, [shortcut], { kind: 'align', align: to }, isOn)
}

/** Marks, lists and alignment, for the selected text or for all text of the selected blocks. */
export const textActions: readonly Action[] = [
  textAction('bold', 'Bold', Bold, ['Mod+B'], { kind: 'mark', mark: 'bold' }, (format) => format.bold),
  textAction('italic', 'Italic', Italic, ['Mod+I'], { kind: 'mark', mark: 'italic' }, (format) => format.italic),
  textAction(
    'underline',
    'Underline',
    Underline,
    ['Mod+U'],
    { kind: 'mark', mark: 'underline' },
    (format) => format.underline,
  ),
  textAction(
    'strike',
    'Strike through',
    Strikethrough,
    ['Mod+Shift+X'],
    { kind: 'mark', mark: 'strike' },
    (format) => format.strike,
  ),
  textAction(
    'bullet-list',
    'Bullet list',
    List,
    ['Mod+Shift+8'],
    { kind: 'list', list: 'bullet' },
    (format) => format.list === 'bullet',
  ),
  textAction(
    'number-list',
    'Numbered list',
    ListOrdered,
    ['Mod+Shift+7'],
    { kind: 'list', list: 'number' },
    (format) => format.list === 'number',
  ),
  align('left', 'Text left', TextAlignStart, 'Mod+Shift+L'),
  align('center', 'Text centred', TextAlignCenter, 'Mod+Shift+E'),
  align('right', 'Text right', TextAlignEnd, 'Mod+Shift+R'),
  align('justify', 'Text justified', TextAlignJustify, 'Mod+Shift+J'),
]
