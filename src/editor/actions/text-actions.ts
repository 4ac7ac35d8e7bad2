import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Pilcrow,
  RemoveFormatting,
  RotateCcw,
  Strikethrough,
  Subscript,
  Superscript,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  Underline,
} from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import type { EditorState } from '../state/editor-state.ts'
import { freeIn, idsOf } from '../state/selection.ts'
import type { ParagraphKind, TextAlign, TextCommand, TextFormat, TextMark } from '../state/text-format.ts'
import type { Action } from './action.ts'
import { asThemed, formatText, shownFormat } from './format-text.ts'

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

function mark(name: TextMark, label: string, icon: IconComponent, shortcut: string): Action {
  return textAction(name, label, icon, [shortcut], { kind: 'mark', mark: name }, (format) => format[name])
}

function paragraph(kind: ParagraphKind, label: string, icon: IconComponent, shortcut: string): Action {
  const isOn = (format: TextFormat): boolean => format.paragraph === kind && format.list === 'none'
  return textAction(`paragraph-${kind}`, label, icon, [shortcut], { kind: 'paragraph', paragraph: kind }, isOn)
}

/** Removes fonts, sizes, colors and alignment from the selected blocks, or from the whole slide if none is selected. */
const resetText: Action = {
  id: 'reset-text',
  label: 'Reset text to theme',
  icon: RotateCcw,
  group: 'text',
  shortcuts: [],
  scope: 'both',
  when: (state) => resettable(state).some((block) => asThemed(block) !== block),
  run: ({ model }) => {
    const ids = idsOf(resettable(model.getState()))
    const change = updateBlocks(model.getState().slideId, ids, asThemed)
    model.apply(change, { undo: 'step', label: 'Reset text to theme' })
  },
}

function resettable(state: EditorState) {
  const all = state.deck.slides[state.slideId]?.blocks ?? []
  return state.selection.length > 0 ? freeIn(state) : all.filter((block) => !block.locked)
}

/** Opens the dialog for the URL of the selected text. */
const link: Action = {
  id: 'link',
  label: 'Link',
  icon: Link,
  group: 'text',
  shortcuts: ['Mod+K'],
  scope: 'text',
  when: (state) => state.editing !== null && state.textFormat !== null,
  isOn: (state) => (state.textFormat?.link ?? null) !== null,
  run: ({ model }) => model.show({ dialog: 'link' }),
}

/** Marks, lists and alignment of the selected text, or of all text of the selected blocks. */
export const textActions: readonly Action[] = [
  mark('bold', 'Bold', Bold, 'Mod+B'),
  mark('italic', 'Italic', Italic, 'Mod+I'),
  mark('underline', 'Underline', Underline, 'Mod+U'),
  mark('strike', 'Strike through', Strikethrough, 'Mod+Shift+X'),
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
  mark('code', 'Inline code', Code, 'Mod+E'),
  mark('sub', 'Subscript', Subscript, 'Mod+,'),
  mark('sup', 'Superscript', Superscript, 'Mod+.'),
  link,
  textAction('clear-format', 'Clear formatting', RemoveFormatting, ['Mod+\\'], { kind: 'clear' }, () => false),
  resetText,
  paragraph('h1', 'Heading 1', Heading1, 'Mod+Alt+1'),
  paragraph('h2', 'Heading 2', Heading2, 'Mod+Alt+2'),
  paragraph('h3', 'Heading 3', Heading3, 'Mod+Alt+3'),
  paragraph('p', 'Plain paragraph', Pilcrow, 'Mod+Alt+0'),
  align('left', 'Text left', TextAlignStart, 'Mod+Shift+L'),
  align('center', 'Text centered', TextAlignCenter, 'Mod+Shift+E'),
  align('right', 'Text right', TextAlignEnd, 'Mod+Shift+R'),
  align('justify', 'Text justified', TextAlignJustify, 'Mod+Shift+J'),
]
