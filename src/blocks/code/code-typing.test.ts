import { expect, test } from 'vitest'
import { guessLanguage } from './guess-language.ts'
import { languageNamed, languageTitle, languageTitles } from './language-names.ts'
import { describeSteps, parseStepText } from './step-text.ts'

test.each([
  ['const a = 1\nconsole.log(a)', 'javascript'],
  ['export interface A {\n  readonly b: string\n}\nconst c: number = 1', 'typescript'],
  ['def double(x):\n    return 2 * x\n', 'python'],
  ['<div class="a">\n  <p>Hello</p>\n</div>', 'xml'],
  ['.a {\n  color: red;\n  margin: 0;\n}', 'css'],
  ['{"a": [1, 2], "b": null}', 'json'],
  ['SELECT name FROM people WHERE age > 3;', 'sql'],
  ['#!/bin/bash\necho "$1"', 'bash'],
  ['public class A {\n  public static void main(String[] args) {}\n}', 'java'],
  ['package main\n\nfunc main() { fmt.Println(1) }', 'go'],
  ['fn main() {\n    let mut a = 1;\n    println!("{a}");\n}', 'rust'],
  ['#include <iostream>\nint main() { std::cout << 1; }', 'cpp'],
  ['diff --git a/b b/b\n@@ -1,2 +1,2 @@', 'diff'],
  ['Only some words, nothing that looks like code.', ''],
  ['{ not json', ''],
])('%j is detected as %s', (code, language) => {
  expect(guessLanguage(code)).toBe(language)
})

test('a language is found by title, name or file extension', () => {
  for (const text of ['TypeScript', 'typescript', 'ts', ' TS ']) expect(languageNamed(text)).toBe('typescript')
  expect(languageNamed('html')).toBe('xml')
  expect(languageNamed('Plain text')).toBe('plaintext')
  expect(languageNamed('')).toBe('')
  expect(languageNamed('klingon')).toBeNull()
  for (const title of languageTitles) expect(languageTitle(languageNamed(title)!)).toBe(title)
})

test('line steps are parsed in common notations', () => {
  expect(parseStepText(' 4, 8-11 | 3 ')).toEqual({ value: '4,8-11|3' })
  expect(parseStepText('8–11')).toEqual({ value: '8-11' })
  expect(parseStepText('')).toEqual({ value: '' })
  expect(describeSteps('4,8-11|3')).toBe('Step 1: lines 4, 8–11. Step 2: line 3.')
})

test.each([
  ['4,,5', 'missing'],
  ['a', "'a' is no line"],
  ['0', 'from 1'],
  ['9-3', 'backwards'],
  ['1-20000', '10000'],
])('%s is refused with a reason', (text, words) => {
  expect(parseStepText(text)).toEqual({ error: expect.stringContaining(words) })
})
