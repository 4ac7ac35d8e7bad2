/** Weighted patterns that indicate a language. */
interface LanguagePatterns {
  readonly language: string
  readonly signs: readonly (readonly [RegExp, number])[]
}

const languagePatterns: readonly LanguagePatterns[] = [
  {
    language: 'typescript',
    signs: [
      [/^\s*(export )?(interface|type) \w+(<.*>)? ?[={]/m, 3],
      [/\b(const|let|function)\b.*: ?(string|number|boolean|unknown|void|readonly)\b/, 3],
      [/\bimport type\b|\bas const\b|\)\s*: ?(Promise<|string|number|void|boolean)/, 3],
      [/\b(const|let)\b|=>/, 1],
    ],
  },
  {
    language: 'javascript',
    signs: [
      [/\b(const|let|var) \w+ ?=/, 2],
      [/=>|\bfunction\b ?\w*\(|\bconsole\.\w+\(|\bdocument\./, 2],
      [/^\s*(import .* from|export (default|const|function)|module\.exports)/m, 2],
    ],
  },
  {
    language: 'python',
    signs: [
      [/^\s*(async )?def \w+\(.*\).*:\s*$/m, 4],
      [/^\s*(from [\w.]+ import|import [\w.]+( as \w+)?\s*$)/m, 3],
      [/^\s*(if|for|while|with|elif|else|try|except|class)\b.*:\s*(#.*)?$/m, 2],
      [/\bprint\(|\bself\.|\bNone\b|__name__/, 1],
    ],
  },
  {
    language: 'xml',
    signs: [
      [/^\s*<!doctype html|^\s*<\?xml/i, 5],
      [/<\/(div|p|span|a|ul|li|html|body|head|script|section|table|svg)>/i, 3],
      [/<[a-z][\w-]*( [\w-]+="[^"]*")*\s*\/?>/i, 1],
    ],
  },
  {
    language: 'css',
    signs: [
      [/^[.#@:\w][^{};=]*\{\s*([\w-]+:[^;{}]+;\s*)+\}/m, 4],
      [/^\s*(color|margin|padding|display|font(-\w+)?|background(-\w+)?|width|height):\s*[^;]+;\s*$/m, 2],
    ],
  },
  {
    language: 'json',
    signs: [[/^\s*[[{]\s*("[^"]*"\s*:|\{|\[|\]|\}|"|\d)[\s\S]*[\]}]\s*$/, 3]],
  },
  {
    language: 'sql',
    signs: [
      [
        /^\s*(select\b[\s\S]*\bfrom\b|insert into|update \w+ set|create (table|index|view)|delete from|alter table)/im,
        4,
      ],
    ],
  },
  {
    language: 'bash',
    signs: [
      [/^#!.*\b(ba|z)?sh\b/, 6],
      [/^\s*\$ \w+|^\s*(sudo|apt(-get)?|npm|git|cd|echo|export|curl|docker|mkdir|chmod) /m, 3],
      [/\bfi\b|\besac\b|\bdone\b|\$\{?\w+\}?/, 1],
    ],
  },
  {
    language: 'java',
    signs: [
      [/\bpublic (static |final |abstract )*(class|interface|void|enum)\b/, 4],
      [/\bSystem\.out\.|^import java/m, 4],
      [/\bprivate (final )?\w+(<.*>)? \w+;/, 2],
    ],
  },
  {
    language: 'csharp',
    signs: [
      [/^\s*using System|\bnamespace \w+(\.\w+)*\s*[;{]/m, 4],
      [/\bConsole\.Write|\{ get; (set|init);/, 4],
    ],
  },
  {
    language: 'go',
    signs: [
      [/^package \w+\s*$/m, 4],
      [/\bfunc (\(\w+ \*?\w+\) )?\w+\(|:=|\bfmt\.\w+\(/, 3],
    ],
  },
  {
    language: 'rust',
    signs: [
      [/\bfn \w+(<.*>)?\(.*\)( -> .*)?\s*\{/, 4],
      [/\blet mut\b|\bprintln!\(|\bimpl\b.*\{|&str\b|^use \w+::/m, 3],
    ],
  },
  {
    language: 'cpp',
    signs: [
      [/^\s*#include <\w+>/m, 3],
      [/\bstd::|\bcout\b|\btemplate ?</, 3],
    ],
  },
  {
    language: 'c',
    signs: [
      [/^\s*#include <\w+\.h>/m, 4],
      [/\bint main\(|\bprintf\(|\bmalloc\(/, 2],
    ],
  },
  {
    language: 'php',
    signs: [
      [/<\?php/, 6],
      [/^\s*\$\w+ ?=|->\w+\(|\becho\b/m, 1],
    ],
  },
  {
    language: 'ruby',
    signs: [
      [/^\s*(def \w+[^:]*$|require ['"]|puts )/m, 2],
      [/^\s*end\s*$/m, 2],
    ],
  },
  {
    language: 'yaml',
    signs: [
      [/^---\s*$/m, 2],
      [/^[\w-]+:\s*$\n^\s+(- |[\w-]+:)/m, 3],
      [/^\s*[\w-]+: [^{};]+$\n^\s*[\w-]+:/m, 2],
    ],
  },
  {
    language: 'latex',
    signs: [[/\\(documentclass|begin\{\w+\*?\}|usepackage|section)\b/, 4]],
  },
  {
    language: 'dockerfile',
    signs: [[/^FROM \S+[\s\S]*^(RUN|COPY|CMD|ENTRYPOINT|WORKDIR) /m, 5]],
  },
  {
    language: 'diff',
    signs: [[/^(diff --git|@@ -\d+(,\d+)? \+\d+)/m, 6]],
  },
]

/** Maximum number of characters examined. */
const maxExamined = 20_000

/**
 * The most likely language of some code, as highlight.js names it; '' if none is likely. `least`: minimum score; callers
 * pass a higher one if the text may not be code.
 */
export function guessLanguage(code: string, least = 2): string {
  const text = code.slice(0, maxExamined)
  let best = { language: '', weight: least - 1 }
  for (const { language, signs } of languagePatterns) {
    const weight = signs.reduce((sum, [sign, value]) => sum + (sign.test(text) ? value : 0), 0)
    if (weight > best.weight) best = { language, weight }
  }
  return best.language === 'json' ? jsonOrNone(text, best.language) : best.language
}

/** A text in brackets is JSON only if it parses. */
function jsonOrNone(text: string, language: string): string {
  try {
    JSON.parse(text)
    return language
  } catch {
    return ''
  }
}
