import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { sentTheme } from '../themes/contract.ts'

/** The version of the format, and the name of the file that describes the theme. */
export const formatVersion = 1
export const themeFileName = 'theme.json'

/** Most pictures of one theme, and bytes of theme.json. */
export const mostPictures = 500
export const themeFileBytes = 5_000_000

const path = z.string().min(1).max(500)

/** What theme.json says. */
export const themeFile = z.object({
  lectern: z.literal('theme'),
  version: z.number().int().min(1),
  theme: sentTheme,
  pictures: z
    .array(
      z.object({
        /** How the theme refers to it. */
        address: z.string().regex(/^\/m\/[A-Za-z0-9_-]{8,100}\.[a-z0-9]{2,5}$/),
        file: path,
        label: z.string().max(limits.media.label).default(''),
        /** Proves that the instance that is named by its key has encoded the picture. */
        proof: z.string().max(100).default(''),
      }),
    )
    .max(mostPictures)
    .default([]),
  fonts: z
    .array(z.object({ file: path }))
    .max(limits.font.count)
    .default([]),
  /** Families that are not in the file, since their licenses forbid it. */
  fonts_left_out: z.array(z.string().max(200)).max(limits.font.count).default([]),
})
export type ThemeFile = z.output<typeof themeFile>

/** The purpose of the signature over a picture's hash. */
export const pictureProof = 'encoded-picture'
