import type { ArticleSection } from '../../../../ui/article.tsx'
import { editorKeys, presentationKeys } from '../common-keys.ts'
import { HelpPicture } from '../help-picture.tsx'
import { KeyTable } from '../key-table.tsx'
import picture from '../pictures/keyboard.webp'

export const keyboard: readonly ArticleSection[] = [
  { id: 'presentation', title: 'In a presentation', content: <KeyTable rows={presentationKeys} /> },
  {
    id: 'editor',
    title: 'In the editor',
    content: (
      <>
        <KeyTable rows={editorKeys} />
        <p>
          <kbd>?</kbd> in the editor shows all of them. On a Mac, <kbd>⌘</kbd> stands for <kbd>Ctrl</kbd>.
        </p>
        <HelpPicture src={picture} alt="The editor’s list of keyboard shortcuts" />
      </>
    ),
  },
]
