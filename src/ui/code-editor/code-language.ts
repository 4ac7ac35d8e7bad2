import type { Extension } from '@codemirror/state'

/** What is written in a code editor. `text` is anything without colors of its own. */
export type CodeLanguage = 'html' | 'css' | 'javascript' | 'typescript' | 'json' | 'text'

/** Colors, closing brackets, indentation and completion for a language; each language is loaded when it is first written. */
export async function languageSupport(language: CodeLanguage): Promise<Extension> {
  if (language === 'html') return (await import('@codemirror/lang-html')).html()
  if (language === 'css') return (await import('@codemirror/lang-css')).css()
  if (language === 'json') return (await import('@codemirror/lang-json')).json()
  if (language === 'text') return []
  return (await import('@codemirror/lang-javascript')).javascript({ typescript: language === 'typescript', jsx: true })
}
