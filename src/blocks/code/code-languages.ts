/** The bundled grammars, named as in highlight.js. `code-grammars.ts` loads them. */
export const grammarNames = [
  'bash',
  'c',
  'clojure',
  'cpp',
  'csharp',
  'css',
  'dart',
  'diff',
  'dockerfile',
  'elixir',
  'elm',
  'erlang',
  'fsharp',
  'glsl',
  'go',
  'graphql',
  'groovy',
  'haskell',
  'http',
  'ini',
  'java',
  'javascript',
  'json',
  'julia',
  'kotlin',
  'latex',
  'less',
  'lisp',
  'lua',
  'makefile',
  'markdown',
  'matlab',
  'nginx',
  'nix',
  'objectivec',
  'ocaml',
  'perl',
  'php',
  'powershell',
  'prolog',
  'protobuf',
  'python',
  'r',
  'ruby',
  'rust',
  'scala',
  'scheme',
  'scss',
  'shell',
  'sql',
  'swift',
  'typescript',
  'vbnet',
  'verilog',
  'vhdl',
  'vim',
  'wasm',
  'x86asm',
  'xml',
  'yaml',
] as const
/** The name of a bundled grammar. */
export type GrammarName = (typeof grammarNames)[number]

const known = new Set<string>(grammarNames)

/** Other common names of the languages. */
const aliases: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  asm: 'x86asm',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  hs: 'haskell',
  html: 'xml',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  objc: 'objectivec',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  svg: 'xml',
  tex: 'latex',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yml: 'yaml',
  zsh: 'bash',
}

/** The grammar of a language as the author named it; null if there is none, and the code is not highlighted. */
export function grammarOf(language: string): string | null {
  const name = language.toLowerCase()
  const canonical = Object.hasOwn(aliases, name) ? aliases[name]! : name
  return known.has(canonical) ? canonical : null
}

/** The grammar for a code element's language, given by attribute, or by class as in other reveal.js decks. */
export function grammarOfElement(language: string, classes: readonly string[]): string | null {
  const names = [language, ...classes.map((name) => name.replace(/^lang(uage)?-/, ''))]
  for (const name of names) {
    const grammar = name === '' ? null : grammarOf(name)
    if (grammar) return grammar
  }
  return null
}
