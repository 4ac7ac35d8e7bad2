import { extname } from 'node:path'
import type { z } from 'zod'
import type { FontFormat, OwnFont } from '../../rules/own-fonts.ts'
import { mayEmbed } from '../../server/fonts/read-font.ts'
import { mediaUrl } from '../media/media-keys.ts'
import type { ownFont } from './contract.ts'
import type { FontRow } from './queries.ts'

/** A font as documents draw with it. */
export function drawnFontOf(row: FontRow): OwnFont {
  const { family, weight_min, weight_max, style, key } = row
  const format = extname(key).slice(1) as FontFormat
  return { family, url: mediaUrl(key), format, weight_min, weight_max, style, embeddable: mayEmbed(row.license_bits) }
}

/** A font as JSON. */
export function fontJson(row: FontRow): z.input<typeof ownFont> {
  return { ...drawnFontOf(row), id: row.id, size: row.size, created_at: row.created_at }
}
