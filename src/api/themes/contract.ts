import { z } from 'zod'
import { deckFields } from '../../rules/deck-columns.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import {
  fullHexColor,
  orderedColors,
  validateFontFamilies,
  validateHexColor,
  validateIntegrity,
  validatePalette,
} from '../../rules/theme-settings.ts'
import { numberedTitles } from '../../rules/theme-snippets.ts'
import { validateScriptUrl, validateSlideSize } from '../../rules/validators.ts'
import { contract } from '../contract.ts'
import { deck, removal } from '../decks/contract.ts'
import { checked, fieldInput, flag, nonNegativeInt, oneLineText, shortText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** A list in JSON, or the same as text, for forms. */
function jsonList<T extends z.ZodType>(item: T, max: number) {
  const list = z.array(item).max(max)
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value
    try {
      return value.trim() === '' ? [] : JSON.parse(value)
    } catch {
      return value
    }
  }, list)
}

const text = (bytes: number) =>
  z.string().refine((value) => new TextEncoder().encode(value).length <= bytes, {
    message: `This is larger than ${bytes / 1000} kB`,
  })

const script = z.object({
  url: checked(validateScriptUrl),
  integrity: checked((value) => (value === '' ? null : validateIntegrity(value)))
    .nullable()
    .default(null)
    .transform((value) => value || null),
})

const snippet = z.object({
  title: shortText(limits.theme.name),
  template: shortText(limits.theme.snippetTemplate),
})

const snippets = jsonList(snippet, limits.theme.snippets)
  .refine(
    (list) => list.reduce((sum, { template }) => sum + template.length, 0) <= limits.theme.snippetBytes,
    messages.theme.snippets,
  )
  .transform(numberedTitles)

const fontFamilies = checked((value) => (value === '' ? null : validateFontFamilies(value)))
  .nullable()
  .transform((value) => value || null)

const option = (name: 'theme_font' | 'theme_color' | 'transition' | 'background_transition') =>
  fieldInput(deckFields[name].rule) as z.ZodType<string, string>
const fonts = (name: 'font_typekit' | 'font_google') =>
  fieldInput(deckFields[name].rule) as z.ZodType<string | null, string | null>

/** Colors by role. Empty and unknown ones are left out. */
const roleColors = z
  .record(
    z.string().max(40),
    checked((value) => (value === '' ? null : validateHexColor(value))),
  )
  .transform((colors) =>
    orderedColors(
      Object.fromEntries(
        Object.entries(colors)
          .filter(([, color]) => color !== '')
          .map(([role, color]) => [role, fullHexColor(color)]),
      ),
    ),
  )

const writable = z.object({
  name: oneLineText(shortText(limits.theme.name)),
  center: flag,
  rolling_links: flag,
  font: option('theme_font'),
  color: option('theme_color'),
  transition: option('transition'),
  background_transition: option('background_transition'),
  font_typekit: fonts('font_typekit'),
  font_google: fonts('font_google'),
  heading_font: fontFamilies,
  body_font: fontFamilies,
  colors: roleColors,
  palette: checked(validatePalette),
  slide_size: checked((value) => (value === '' ? null : validateSlideSize(value)))
    .nullable()
    .transform((value) => value || null),
  footer: fieldInput(deckFields.footer.rule) as z.ZodType<string, string>,
  html: text(limits.theme.htmlBytes),
  less: text(limits.theme.lessBytes),
  css: text(limits.theme.cssBytes),
  js: text(limits.theme.jsBytes),
  scripts: jsonList(script, limits.theme.scripts),
  snippets,
})

/** The fields of a theme that a request sends. Missing fields are unchanged; of a new theme they have their defaults. */
export const sentTheme = writable.partial()

const settings = {
  name: z.string(),
  center: z.boolean(),
  rolling_links: z.boolean(),
  font: z.string(),
  color: z.string(),
  transition: z.string(),
  background_transition: z.string(),
  font_typekit: z.string().nullable(),
  font_google: z.string().nullable(),
  heading_font: z.string().nullable(),
  body_font: z.string().nullable(),
  colors: z.record(z.string(), z.string()),
  palette: z.string(),
  slide_size: z.string().nullable(),
  footer: z.string(),
}

const source = {
  html: z.string(),
  less: z.string(),
  css: z.string(),
  js: z.string(),
  scripts: z.array(z.object({ url: z.string(), integrity: z.string().nullable() })),
  snippets: z.array(z.object({ title: z.string(), template: z.string() })),
}

const facts = {
  /** The owning team; null: it is a theme of the requesting user. */
  team_id: z.number().nullable(),
  /** Increased by each save. */
  version: z.number(),
  slide_template_ids: z.array(z.number()),
  thumbnail_url: z.string(),
  /** Whether the requesting user may save and delete it. */
  may_change: z.boolean(),
  /** Whether the requesting user may change js and scripts. */
  may_write_scripts: z.boolean(),
  created_at: time,
  updated_at: time,
}

/** A theme in lists: without its sources. */
export const themeSummary = z.object({ id: z.number(), ...settings, ...facts })
export type ThemeSummary = z.output<typeof themeSummary>

/** A theme. */
export const theme = z.object({ id: z.number(), ...settings, ...source, ...facts })
/** What the sanitizer removed, by field. */
const removed = z.object({ html: z.array(removal), css: z.array(removal) })
export const savedTheme = theme.extend({ removed })
export type SavedTheme = z.output<typeof savedTheme>

const themeVersion = z.object({
  version: z.number(),
  name: z.string(),
  /** Who saved it; null if the account is gone. */
  user: z.object({ id: z.number(), username: z.string(), name: z.string().nullable() }).nullable(),
  created_at: time,
})

/** A theme as it is drawn with a deck; see DeckTheme in document/output/frame-types.ts. */
export const deckTheme = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  html: z.string(),
  css: z.string(),
  /** Custom properties of its roles and fonts. */
  variables: z.record(
    z.custom<`--${string}`>((name) => typeof name === 'string' && name.startsWith('--')),
    z.string(),
  ),
  footer: z.string(),
  palette: z.string(),
  snippets: z.array(z.object({ title: z.string(), template: z.string() })),
})
export type DeckThemeAnswer = z.output<typeof deckTheme>

const id = z.object({ id: nonNegativeInt })
const templateIds = z.object({ slide_template_ids: jsonList(nonNegativeInt, limits.template.count) })
const bodyLimit = 2_000_000
const base = '/api/v1/themes'

/** Routes for themes. */
export const themesContracts = {
  list: contract({
    method: 'GET',
    path: base,
    summary: 'Lists the themes of the team, and the user’s own, by name. Without per_page it returns all.',
    permission: 'theme:list',
    rate: 'read',
    query: z.object(pageQuery(limits.theme.count * 2)),
    output: z.object(pageOutput(themeSummary)),
  }),
  create: contract({
    method: 'POST',
    path: base,
    summary:
      'Creates a theme: of the team if the user manages one, else of the user. The name defaults to ‘Untitled’. 422 with line and column for LESS with a mistake.',
    permission: 'theme:create',
    rate: 'write',
    body: z.object({ theme: sentTheme.default({}) }),
    output: savedTheme,
    status: 201,
    bodyLimit,
    transaction: 'own',
  }),
  preview: contract({
    method: 'POST',
    path: `${base}/preview`,
    summary:
      'Compiles and sanitizes the sources of a theme without saving them. 422 with line and column for LESS with a mistake, 429 if a later call or save of this user takes its place.',
    permission: 'theme:create',
    rate: 'preview',
    body: z.object({ theme: writable.pick({ html: true, less: true, css: true }).partial() }),
    output: z.object({ html: z.string(), css: z.string(), removed }),
    bodyLimit,
    transaction: 'own',
  }),
  read: contract({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'Returns a theme with its sources.',
    permission: 'theme:see',
    rate: 'read',
    params: id,
    output: theme,
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/:id`,
    summary:
      'Saves a theme. Missing fields are unchanged. css is compiled from less, unless that is empty. 409 with the theme if `version` is not the newest. 422 with line and column for LESS with a mistake.',
    permission: 'theme:change',
    rate: 'save',
    params: id,
    body: z.object({ theme: sentTheme.extend({ version: nonNegativeInt.optional() }) }),
    output: savedTheme,
    bodyLimit,
    transaction: 'own',
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Deletes a theme. Decks with it keep their colors, fonts and other settings.',
    permission: 'theme:change',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
  thumbnail: contract({
    method: 'GET',
    path: `${base}/:id/thumbnail`,
    summary: 'Returns the picture of a theme, or its colors until that is rendered.',
    permission: 'theme:see',
    rate: 'read',
    params: id,
    query: z.object({ v: z.string().max(20).optional() }),
    output: 'stream',
  }),
  frame: contract({
    method: 'GET',
    path: `${base}/:id/frame`,
    summary: 'Returns the address of a frame with sample slides in the theme. It is valid for ten minutes.',
    permission: 'theme:see',
    rate: 'read',
    params: id,
    query: z.object({
      /** Slides of this size instead of the theme's, such as 1280x720. */
      slide_size: checked(validateSlideSize).optional(),
    }),
    output: z.object({
      url: z.string(),
      /** Origin of its messages; 'null' for an opaque origin. */
      origin: z.string(),
      sandbox: z.string(),
      ownOrigin: z.boolean(),
    }),
  }),
  versions: contract({
    method: 'GET',
    path: `${base}/:id/versions`,
    summary: 'Lists the versions of a theme that can be restored, newest first.',
    permission: 'theme:change',
    rate: 'read',
    params: id,
    query: z.object(pageQuery(limits.theme.versions)),
    output: z.object(pageOutput(themeVersion)),
  }),
  restore: contract({
    method: 'POST',
    path: `${base}/:id/restore`,
    summary: 'Restores an earlier version of a theme, as a new version.',
    permission: 'theme:change',
    rate: 'write',
    params: id,
    body: z.object({ version: nonNegativeInt }),
    output: savedTheme,
    transaction: 'own',
  }),
  duplicate: contract({
    method: 'POST',
    path: `${base}/:id/duplicate`,
    summary: 'Copies a theme that the user may see, as one of the team if the user manages one, else of the user.',
    permission: 'theme:create',
    rate: 'write',
    params: id,
    output: savedTheme,
    status: 201,
    transaction: 'own',
  }),
  addTemplates: contract({
    method: 'POST',
    path: `${base}/:id/add_slide_template`,
    summary: 'Makes slide templates of the theme’s owner available with the theme.',
    permission: 'theme:change',
    rate: 'write',
    params: id,
    body: templateIds,
    output: theme,
  }),
  removeTemplates: contract({
    method: 'DELETE',
    path: `${base}/:id/remove_slide_template`,
    summary: 'Takes slide templates from the theme.',
    permission: 'theme:change',
    rate: 'write',
    params: id,
    body: templateIds,
    output: theme,
  }),
  ofDeck: contract({
    method: 'GET',
    path: '/api/v1/decks/:id/theme',
    summary: 'Returns the theme that a deck is drawn with, without scripts; null if it has none.',
    permission: 'deck:edit',
    rate: 'read',
    params: z.object({ id: z.string() }),
    output: z.object({ theme: deckTheme.nullable() }),
  }),
  apply: contract({
    method: 'PUT',
    path: '/api/v1/decks/:id/theme',
    summary:
      'Changes the deck’s theme. The deck takes its settings (center, links, font, color, transitions, external fonts), but not the size of its slides: what stands on them would have to be scaled. Null: no theme; the settings stay.',
    permission: 'deck:apply-theme',
    rate: 'save',
    params: z.object({ id: z.string() }),
    body: z.union([
      z.object({ theme_id: nonNegativeInt.nullable() }),
      z.object({ deck: z.object({ theme_id: nonNegativeInt.nullable() }) }).transform(({ deck: sent }) => sent),
    ]),
    output: z.object({ deck, theme: deckTheme.nullable() }),
  }),
}
