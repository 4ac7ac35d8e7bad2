import { grammarNames, grammarOf } from './code-languages.ts'

/** Names whose usual spelling is not the grammar's. */
const spelled: Readonly<Record<string, string>> = {
  apache: 'Apache',
  bash: 'Bash',
  c: 'C',
  cmake: 'CMake',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  graphql: 'GraphQL',
  ini: 'INI, TOML',
  javascript: 'JavaScript',
  json: 'JSON',
  latex: 'LaTeX',
  less: 'Less',
  matlab: 'MATLAB',
  objectivec: 'Objective-C',
  ocaml: 'OCaml',
  php: 'PHP',
  powershell: 'PowerShell',
  protobuf: 'Protocol Buffers',
  scss: 'SCSS',
  sql: 'SQL',
  typescript: 'TypeScript',
  vbnet: 'Visual Basic',
  vhdl: 'VHDL',
  wasm: 'WebAssembly',
  x86asm: 'Assembly (x86)',
  xml: 'HTML, XML',
  yaml: 'YAML',
}

/** What stands for code that is not to be colored. */
export const plainLanguage = 'plaintext'

/** A language as people write its name; '' for the one that is still to be guessed. */
export function languageTitle(language: string): string {
  if (language === plainLanguage) return 'Plain text'
  const grammar = grammarOf(language)
  if (grammar === null) return language
  return spelled[grammar] ?? grammar.charAt(0).toUpperCase() + grammar.slice(1)
}

/** All languages that can be colored, by title. */
export const languageTitles: readonly string[] = [
  languageTitle(plainLanguage),
  ...grammarNames.map(languageTitle).toSorted((a, b) => a.localeCompare(b, 'en')),
]

/** The language that somebody means by a title, a name or an ending: 'C++', 'ts', 'yaml'. Null when it is none of ours. */
export function languageNamed(text: string): string | null {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return ''
  const named = [plainLanguage, ...grammarNames].find((name) => languageTitle(name).toLowerCase() === wanted)
  return named ?? grammarOf(wanted) ?? (wanted === 'html' ? 'xml' : wanted === 'text' ? plainLanguage : null)
}
