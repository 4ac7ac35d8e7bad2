import type { ReactNode } from 'react'
import { escapeAttribute } from '../../../document/html.ts'
import { markupProblems } from '../../../document/markup-problems.ts'
import { limits } from '../../../rules/limits.ts'
import type { CodeLanguage } from '../../../ui/code-editor/code-language.ts'
import type { CodeProblem } from '../../../ui/code-editor/code-view.ts'
import { CodeTab } from './code-tab.tsx'
import type { RemovedSources } from './removed-sources.ts'
import type { ChosenPicture } from './use-choose-picture.ts'
import type { FieldMistake, ThemeDraft } from './use-theme-draft.ts'

type SourceField = 'html' | 'less' | 'css' | 'js'

interface Source {
  readonly label: string
  readonly language: CodeLanguage
  readonly maxLength: number
  readonly note: ReactNode
  problems?(value: string): readonly CodeProblem[]
  pictureCode?(picture: ChosenPicture): string
}

const cssUrl = ({ url }: ChosenPicture) => `url("${url}")`
const markup = (html: string) => markupProblems(html).map((problem) => ({ ...problem, severity: 'warning' as const }))

const sources: Readonly<Record<SourceField, Source>> = {
  less: {
    label: 'LESS',
    language: 'css',
    maxLength: limits.theme.lessBytes,
    note: 'Compiled to the theme’s CSS. The roles are custom properties, such as var(--l-accent-1).',
    pictureCode: cssUrl,
  },
  css: {
    label: 'CSS',
    language: 'css',
    maxLength: limits.theme.cssBytes,
    note: 'For every deck with this theme, in the editor too. Used while LESS is empty.',
    pictureCode: cssUrl,
  },
  html: {
    label: 'HTML',
    language: 'html',
    maxLength: limits.theme.htmlBytes,
    note: 'Stands below the slides of every deck with this theme: a logo, a line, a pattern.',
    problems: markup,
    pictureCode: ({ url, alt }) => `<img src="${url}" alt="${escapeAttribute(alt)}">`,
  },
  js: {
    label: 'JavaScript',
    language: 'javascript',
    maxLength: limits.theme.jsBytes,
    note: 'Runs where decks with this theme are shown, never in exports. The preview runs it once it is saved.',
  },
}

/** Props of SourceTab. */
export interface SourceTabProps {
  readonly field: SourceField
  readonly draft: ThemeDraft
  readonly mistakes: readonly FieldMistake[]
  /** What the sanitizer removes. */
  readonly removed: RemovedSources
}

/** A source of the theme in the code editor. CSS shows what LESS was compiled to, which cannot be changed there. */
export function SourceTab({ field, draft, mistakes, removed }: SourceTabProps) {
  const { content, change } = draft
  const isCompiled = field === 'css' && content.less.trim() !== ''
  const note = isCompiled ? 'Compiled from LESS when the theme is saved. Empty the LESS to write CSS here.' : undefined
  return (
    <CodeTab
      {...sources[field]}
      {...(note ? { note } : {})}
      value={content[field]}
      mistakes={mistakes.filter((mistake) => mistake.field === field)}
      removed={field === 'js' ? [] : removed[field === 'html' ? 'html' : 'css']}
      readOnly={isCompiled}
      syntax={field === 'js'}
      onChange={(value) => change({ [field]: value })}
    />
  )
}
