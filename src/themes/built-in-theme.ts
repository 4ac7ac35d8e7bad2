import type { ThemeRoleId } from '../rules/theme-roles.ts'
import { newTheme, type ThemeContent } from '../rules/theme-settings.ts'

/** A theme that comes with the product. Its styles are in theme.css of its folder, its picture in picture.webp. */
export interface BuiltInTheme {
  /** As in the API and in decks. Never changes: decks refer to it. */
  readonly id: number
  /** Its folder, and its name in deck files. */
  readonly folder: string
  /** What it is for, in one line. */
  readonly description: string
  /** Without its styles. */
  readonly content: ThemeContent
}

/** Ids of built-in themes begin here, far above those of stored themes. */
const firstId = 1_000_000_000_000

/** Whether the id is one of a built-in theme. */
export function isBuiltInId(id: number | null): boolean {
  return id !== null && id > firstId
}

type OwnContent = Pick<ThemeContent, 'heading_font' | 'body_font' | 'font' | 'color' | 'transition'> & {
  /** All colors by role. */
  readonly colors: Readonly<Record<ThemeRoleId, string>>
  readonly html?: string
}

/** Creates a built-in theme from its number, folder, name, description and content. */
export function builtIn(
  number: number,
  folder: string,
  name: string,
  description: string,
  content: OwnContent,
): BuiltInTheme {
  return { id: firstId + number, folder, description, content: { ...newTheme, name, center: true, ...content } }
}
