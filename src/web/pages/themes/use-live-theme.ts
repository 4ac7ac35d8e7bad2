import { useEffect, useMemo, useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import { themesContracts } from '../../../api/themes/contract.ts'
import { roleVariables, themeVariables } from '../../../document/output/theme-variables.ts'
import type { ThemeDraft as FrameDraft } from '../../../player/theme-draft.ts'
import { fontStyles } from '../../../rules/font-services.ts'
import { fontFaces, type OwnFont } from '../../../rules/own-fonts.ts'
import { themeColor } from '../../../rules/theme-colors.ts'
import { themeFont } from '../../../rules/theme-fonts.ts'
import type { ThemeContent } from '../../../rules/theme-settings.ts'
import { useApi } from '../../data/session-context.tsx'
import { nothingRemoved, type RemovedSources, removedSources } from './removed-sources.ts'
import { type FieldMistake, mistakesIn } from './use-theme-draft.ts'

/** Pause after the last key before the styles are compiled, in ms: a preview follows within 300. */
const compileDelay = 120

interface Compiled {
  readonly html: string
  readonly css: string
}

/** The sources of a theme, compiled and cleaned by the server. */
export interface LiveTheme {
  /** What the frame of the sample deck shows. */
  readonly draft: FrameDraft
  /** Mistakes in the sources: the preview keeps the last styles without any. */
  readonly mistakes: readonly FieldMistake[]
  /** What the sanitizer removes from the unsaved sources, for the author. */
  readonly removed: RemovedSources
}

type Sources = Pick<ThemeContent, 'html' | 'less' | 'css'>

interface CompileResult {
  readonly compiled: Compiled
  readonly mistakes: readonly FieldMistake[]
  readonly removed: RemovedSources
}

/** Whether two sources give the same styles. What LESS was compiled to is no source. */
function areSame(one: Sources, other: Sources): boolean {
  const hasLess = other.less.trim() !== ''
  return one.html === other.html && one.less === other.less && (hasLess || one.css === other.css)
}

/** Compiles sources one request at a time, the newest ones last. */
class Compiler {
  #done: Sources
  #wanted: Sources
  #busy = false
  #ended = false
  readonly #api: ApiClient
  readonly #onResult: (change: Partial<CompileResult>) => void

  constructor(api: ApiClient, stored: Sources, onResult: (change: Partial<CompileResult>) => void) {
    this.#api = api
    this.#done = stored
    this.#wanted = stored
    this.#onResult = onResult
  }

  want(sources: Sources): void {
    this.#ended = false
    this.#wanted = sources
  }

  end(): void {
    this.#ended = true
  }

  async run(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    while (!this.#ended && !areSame(this.#done, this.#wanted)) {
      const sent = this.#wanted
      if (await this.#send(sent)) this.#done = sent
      else await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    this.#busy = false
  }

  /** Resolves to whether the server has answered about the sources. */
  async #send(sent: Sources): Promise<boolean> {
    try {
      const { html, css, removed } = await this.#api.call(themesContracts.preview, { body: { theme: sent } })
      if (!this.#ended) this.#onResult({ compiled: { html, css }, mistakes: [], removed: removedSources(removed) })
      return true
    } catch (error) {
      const mistakes = mistakesIn(error)
      if (mistakes.length > 0 && !this.#ended) this.#onResult({ mistakes })
      return mistakes.length > 0
    }
  }
}

/** Compiles the sources after each change; at first they are as stored, and compiled. */
function useCompiled({ html, less, css }: Sources): CompileResult {
  const api = useApi()
  const [result, setResult] = useState<CompileResult>({
    compiled: { html, css },
    mistakes: [],
    removed: nothingRemoved,
  })
  const [compiler] = useState(
    () => new Compiler(api, { html, less, css }, (change) => setResult((before) => ({ ...before, ...change }))),
  )
  useEffect(() => {
    compiler.want({ html, less, css })
    const timer = setTimeout(() => void compiler.run(), compileDelay)
    return () => clearTimeout(timer)
  }, [compiler, html, less, css])
  useEffect(() => () => compiler.end(), [compiler])
  return result
}

/** What the sample deck's frame shows of a theme. */
function frameDraft(content: ThemeContent, { html, css }: Compiled): FrameDraft {
  const { color, font, center, transition, background_transition: backgroundTransition, footer } = content
  const appearance = { theme_color: color, theme_font: font }
  const classes = [`theme-color-${themeColor(color).id}`, `theme-font-${themeFont(font).id}`]
  return {
    lectern: 'theme',
    ...{ html, css, transition, backgroundTransition, footer },
    variables: { ...themeVariables(appearance), ...roleVariables(content) },
    classes: center ? [...classes, 'center'] : classes,
    fontStyles: fontStyles(content),
  }
}

/** The edited theme as the preview shows it; follows each change. `fonts`: the uploaded ones of its owner. */
export function useLiveTheme(content: ThemeContent, fonts: readonly OwnFont[]): LiveTheme {
  const { compiled, mistakes, removed } = useCompiled(content)
  const draft = useMemo(() => {
    const css = fontFaces(fonts) + compiled.css
    return frameDraft(content, { ...compiled, css })
  }, [content, compiled, fonts])
  return { draft, mistakes, removed }
}
