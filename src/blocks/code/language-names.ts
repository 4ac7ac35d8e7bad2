import { grammarNames, grammarOf } from './code-languages.ts'

/** Display names that differ from the grammar's name. */
const spellings: Readonly<Record<string, string>> = {
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

/** The language of code without syntax colors. */
const plainLanguage = 'plaintext'

/** Display name of a language; '' while it is not detected. */
export function languageTitle(language: string): string {
  if (language === plainLanguage) return 'Plain text'
  const grammar = grammarOf(language)
  if (grammar === null) return language
  return spellings[grammar] ?? grammar.charAt(0).toUpperCase() + grammar.slice(1)
}

/** All supported languages, by display name. */
export const languageTitles: readonly string[] = [
  languageTitle(plainLanguage),
  ...grammarNames.map(languageTitle).toSorted((a, b) => a.localeCompare(b, 'en')),
]

/** Finds a language by display name, name or file extension: 'C++', 'ts', 'yaml'. Null if unknown. */
export function languageNamed(text: string): string | null {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return ''
  const named = [plainLanguage, ...grammarNames].find((name) => languageTitle(name).toLowerCase() === wanted)
  return named ?? grammarOf(wanted) ?? (wanted === 'html' ? 'xml' : wanted === 'text' ? plainLanguage : null)
}
