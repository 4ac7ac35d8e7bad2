// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as table from 'entities/decode'
import { describe, expect, it } from 'vitest'
import { DecodingMode, HtmlEntityDecoder } from './character-references.ts'

type Decoder = Pick<HtmlEntityDecoder, 'startEntity' | 'write' | 'end'>

/** What a decoder makes of the reference at the beginning of a text: length, characters and errors. */
function decoded(Decoder: typeof HtmlEntityDecoder | typeof table.HtmlEntityDecoder, text: string, mode: 0 | 2) {
  let characters = ''
  const errors: string[] = []
  const decoder: Decoder = new Decoder((codePoint) => (characters += String.fromCodePoint(codePoint)), {
    missingSemicolonAfterCharacterReference: () => errors.push('no semicolon'),
    absenceOfDigitsInNumericCharacterReference: (consumed) => errors.push(`no digits: ${consumed}`),
    validateNumericCharacterReference: (code) => errors.push(`number: ${code}`),
  })
  decoder.startEntity(mode)
  const written = decoder.write(text, 1)
  return { length: written < 0 ? decoder.end() : written, characters, errors }
}

const names = [
  ...readFileSync(
    join(import.meta.dirname, '../../node_modules/entities/dist/generated/encode-html.js'),
    'utf8',
  ).matchAll(/[A-Za-z][A-Za-z0-9]*(?=;)/g),
].map(([name]) => name)

const others = `AMP LT GT QUOT COPY REG Amp nbsp ltx notit notin not noti hellip semi fjlig NotEqualTilde bogus a x
  CounterClockwiseContourIntegral ${'a'.repeat(40)} amp${'a'.repeat(40)} acE 1 é`.split(/\s+/)
const numbers =
  '#0 #9 #10 #13 #32 #65 #127 #128 #130 #150 #159 #160 #233 #55296 #57343 #65534 #128512 #1114111 #1114112 #x1F600 #X41 #xD800 #x80 #99999999999 # #x #xg #;'.split(
    ' ',
  )

describe('character references', () => {
  const ends = ['', ';', ';;', '=', ' ', 'x', '1', '<', '&', ';x']

  it('are decoded as by the full table, in text and in attributes, with the same errors', () => {
    expect(names.length).toBeGreaterThan(1400)
    const wrong: string[] = []
    for (const reference of [...names, ...others, ...numbers]) {
      for (const end of reference.length > 8 ? ends.slice(0, 4) : ends) {
        for (const mode of [DecodingMode.Legacy, DecodingMode.Attribute]) {
          const text = `&${reference}${end}`
          const is = decoded(HtmlEntityDecoder, text, mode)
          const should = decoded(table.HtmlEntityDecoder, text, mode)
          if (JSON.stringify(is) !== JSON.stringify(should))
            wrong.push(`${text} ${mode}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
        }
      }
    }
    expect(wrong.slice(0, 40)).toEqual([])
  })
})
