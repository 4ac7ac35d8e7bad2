import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { sentTheme } from '../themes/contract.ts'

/** The version of the format, and the file of a package that describes its deck. */
export const packageVersion = 1
export const packageFileName = 'deck.json'

/** Most files of one package. */
const mostFiles = 4_000
const path = z.string().min(1).max(500)
const texts = (longest: number) => z.record(z.string().regex(/^[\w-]{1,64}$/), z.string().max(longest))

const stack = z.object({
  slides: z.array(z.string()),
  attributes: z.record(z.string(), z.string()).nullable(),
  before: z.string(),
  gaps: z.array(z.string()),
})

/** What a package says of its deck, so that it can be read back as it was. */
export const packageFile = z.object({
  lectern: z.literal('deck'),
  version: z.number().int().min(1),
  /** Settings of the deck by their names; unknown ones are ignored. */
  settings: z.record(z.string(), z.unknown()),
  /** The folder of a built-in theme. */
  built_in: z.string().max(100).nullable().default(null),
  /** The deck's own theme, without scripts. */
  theme: sentTheme.nullable().default(null),
  structure: z.object({ stacks: z.array(stack).max(limits.deck.slides), after: z.string() }),
  /** The stored HTML of each slide, by id. */
  slides: texts(limits.slide.bytes),
  notes: texts(limits.slide.notes),
  /** Digests of the page's sections: what differs was changed by hand, and the page counts. */
  digests: texts(100),
  /** Uploaded files, with the addresses by which the slides refer to them. */
  files: z
    .array(
      z.object({
        address: z.string().regex(/^\/m\/[A-Za-z0-9_-]{8,100}(?:\.[a-z0-9]{2,5})?$/),
        /** Its path in the ZIP; '': it stands in the page. */
        file: z.string().max(500),
        /** SHA-256 of its bytes, in hexadecimal. */
        hash: z.string().max(100).default(''),
        /** Proves that the instance that is named by its key has encoded the picture. */
        proof: z.string().max(100).default(''),
      }),
    )
    .max(mostFiles)
    .default([]),
  fonts: z
    .array(z.object({ file: path, address: z.string().max(200) }))
    .max(limits.font.count)
    .default([]),
})
export type PackageFile = z.output<typeof packageFile>
