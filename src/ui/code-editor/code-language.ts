import type { Extension } from '@codemirror/state'

/** Language of a code editor. `text` has no syntax colors. */
export type CodeLanguage = 'html' | 'css' | 'javascript' | 'typescript' | 'json' | 'text'

/** Syntax colors, closing brackets, indentation and completion; each language is loaded on first use. */
export async function languageSupport(language: CodeLanguage): Promise<Extension> {
  if (language === 'html') return (await import('@codemirror/lang-html')).html()
  if (language === 'css') return (await import('@codemirror/lang-css')).css()
  if (language === 'json') return (await import('@codemirror/lang-json')).json()
  if (language === 'text') return []
  return (await import('@codemirror/lang-javascript')).javascript({ typescript: language === 'typescript', jsx: true })
}
