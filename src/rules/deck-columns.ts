import { limits } from './limits.ts'
import type { Option } from './options.ts'
import type { Privilege } from './plans.ts'
import { defaultSlideSize } from './slide-size.ts'
import { defaultThemeColor, themeColors } from './theme-colors.ts'
import { defaultThemeFont, themeFonts } from './theme-fonts.ts'
import {
  backgroundTransitions,
  defaultBackgroundTransition,
  defaultTransition,
  isAutoSlideInterval,
  transitions,
} from './transitions.ts'
import { type Validator, validateDeckSlug, validateSlideSize, validateTitle } from './validators.ts'

/** The values that a field accepts. */
export type FieldRule =
  /** A boolean. */
  | { readonly kind: 'flag' }
  /** Single-line text; line breaks become spaces before validation. */
  | { readonly kind: 'line'; readonly validate: Validator }
  /** Text that is validated unchanged. */
  | { readonly kind: 'name'; readonly validate: Validator }
  /** Parts of a footer, as JSON in the form of rules/slide-footer.ts. */
  | { readonly kind: 'footer' }
  /** Text of at most `max` characters. */
  | { readonly kind: 'text'; readonly max: number }
  /** Text, or null for none. */
  | { readonly kind: 'optional-text'; readonly max: number }
  /** An option's id. `proPrivilege`: the privilege that the owner's plan needs for options marked `pro`. */
  | { readonly kind: 'option'; readonly options: readonly Option[]; readonly proPrivilege?: Privilege }
  /** An integer from 0. */
  | { readonly kind: 'number'; readonly allows: (value: number) => boolean; readonly message: string }
  /** A row's id, or null; set by the server, read-only for clients. */
  | { readonly kind: 'row' }

/** One setting of a deck: a column of `decks`, added by a migration. */
export interface DeckField {
  readonly rule: FieldRule
  /** The value of a new deck. */
  readonly initial: string | number | boolean | null
  /**
   * Its name in the settings of the deck's frame; reveal.js's name if it is a reveal.js option. Others are left out of
   * exported pages in api/deck-packages/deck-page.ts.
   */
  readonly frame?: string
  /** False: a fork gets the initial value instead of the original's. */
  readonly forked?: false
  /** The meta tag for it in HTML files. */
  readonly meta?: string
  /** Its label in the deck panel and in the conflict dialog. */
  readonly label: string
  /** A flag's checkbox in the deck panel. */
  readonly checkbox?: FieldCheckbox
}

/** A checkbox of the deck panel. */
export interface FieldCheckbox {
  readonly group: 'Presenting' | 'Layout'
  /** Its position in the group, from 1. */
  readonly place: number
  /** A short sentence shown below it. */
  readonly hint: string
}

const flag = { kind: 'flag' } as const
const font = { kind: 'optional-text', max: limits.font.field } as const

/**
 * The settings of a deck. Each line is a field of the API, a column of the table `decks` with the same name, and a setting
 * in the editor. A new one needs a migration that adds its column (server/db/migrations), and the code that uses it: for
 * an option of reveal.js that is player/reveal-options.ts. API responses keep this order. All users who may save the deck may
 * change them. Visibility is not among them: rules/permissions.ts decides who may change it, and to what.
 */
export const deckFields = {
  title: { rule: { kind: 'line', validate: validateTitle }, initial: 'deck', label: 'Title' },
  slug: { rule: { kind: 'name', validate: validateDeckSlug }, initial: null, forked: false, label: 'Address' },
  description: { rule: { kind: 'text', max: limits.deck.description }, initial: '', label: 'Description' },
  theme_id: { rule: { kind: 'row' }, initial: null, label: 'Theme' },
  theme_font: {
    rule: { kind: 'option', options: themeFonts },
    initial: defaultThemeFont,
    meta: 'lectern:theme-font',
    label: 'Fonts',
  },
  theme_color: {
    rule: { kind: 'option', options: themeColors, proPrivilege: 'proColors' },
    initial: defaultThemeColor,
    meta: 'lectern:theme-color',
    label: 'Colors',
  },
  transition: {
    rule: { kind: 'option', options: transitions },
    initial: defaultTransition,
    frame: 'transition',
    meta: 'lectern:transition',
    label: 'Transition',
  },
  background_transition: {
    rule: { kind: 'option', options: backgroundTransitions },
    initial: defaultBackgroundTransition,
    frame: 'backgroundTransition',
    meta: 'lectern:background-transition',
    label: 'Background transition',
  },
  slide_size: {
    rule: { kind: 'name', validate: validateSlideSize },
    initial: defaultSlideSize,
    frame: 'slideSize',
    meta: 'lectern:slide-size',
    label: 'Slide size',
  },
  // '': as in the theme.
  footer: {
    rule: { kind: 'footer' },
    initial: '',
    meta: 'lectern:footer',
    label: 'Footer',
  },
  center: {
    rule: flag,
    initial: true,
    frame: 'center',
    label: 'Center slides',
    checkbox: { group: 'Layout', place: 1, hint: 'What flows on a slide stands in the middle of its height' },
  },
  rolling_links: {
    rule: flag,
    initial: false,
    frame: 'rollingLinks',
    label: 'Rolling links',
    checkbox: { group: 'Layout', place: 3, hint: 'Links turn over when they are pointed at' },
  },
  font_typekit: { rule: font, initial: null, label: 'Typekit fonts' },
  font_google: { rule: font, initial: null, label: 'Google fonts' },
  /** In ms; 0 is off. */
  auto_slide_interval: {
    rule: { kind: 'number', allows: isAutoSlideInterval, message: 'Please choose one of the offered intervals' },
    initial: 0,
    frame: 'autoSlide',
    label: 'Auto-slide',
  },
  should_loop: {
    rule: flag,
    initial: false,
    frame: 'loop',
    label: 'Loop',
    checkbox: { group: 'Presenting', place: 1, hint: 'The first slide follows the last one' },
  },
  rtl: {
    rule: flag,
    initial: false,
    frame: 'rtl',
    label: 'Right to left',
    checkbox: { group: 'Layout', place: 2, hint: 'Slides follow one another from right to left' },
  },
  // Not forked: the copy's owner decides separately whether to share notes.
  share_notes: {
    rule: flag,
    initial: false,
    forked: false,
    label: 'Share notes',
    checkbox: { group: 'Presenting', place: 3, hint: 'Everybody who sees the deck may read the speaker notes' },
  },
  // Only public decks have them. Not forked: the copy's owner decides separately.
  public_comments: {
    rule: flag,
    initial: true,
    forked: false,
    label: 'Public comments',
    checkbox: {
      group: 'Presenting',
      place: 4,
      hint: 'While the deck is public, people who are signed in may write below it',
    },
  },
  slide_number: {
    rule: flag,
    initial: false,
    frame: 'slideNumber',
    label: 'Slide numbers',
    checkbox: {
      group: 'Presenting',
      place: 2,
      hint: 'Each slide shows its number, in a corner of the window or where its footer has it',
    },
  },
} as const satisfies Readonly<Record<string, DeckField>>

type Table = typeof deckFields
export type DeckFieldName = keyof Table
/** The names of the fields of a kind: FieldNameOf<'flag'> … */
export type FieldNameOf<K extends FieldRule['kind']> = {
  [N in DeckFieldName]: Table[N]['rule']['kind'] extends K ? N : never
}[DeckFieldName]

interface ValueOfKind {
  flag: boolean
  line: string
  name: string
  footer: string
  text: string
  'optional-text': string | null
  option: string
  number: number
  row: number | null
}
type SentValue<N extends DeckFieldName> = ValueOfKind[Table[N]['rule']['kind']]
type StoredValue<N extends DeckFieldName> = SentValue<N> | (Table[N]['initial'] extends null ? null : never)

/** The settings of a deck, by their API names. */
export type DeckSettings = { readonly [N in DeckFieldName]: StoredValue<N> }
/** The columns of the table `decks` for them. */
export type DeckFieldColumns = { -readonly [N in DeckFieldName]: StoredValue<N> }
export type SentFieldName = Exclude<DeckFieldName, FieldNameOf<'row'>>
/** The settings as clients send them. */
export type SentDeckFields = { readonly [N in SentFieldName]: SentValue<N> }

type FramedName = { [N in DeckFieldName]: Table[N] extends { readonly frame: string } ? N : never }[DeckFieldName]
/** The settings that the deck's frame gets, by the player's names. */
export type FrameFields = { readonly [N in FramedName as Table[N]['frame']]: StoredValue<N> }

/** The fields in order, each with its name. */
export const deckFieldList: readonly (DeckField & { readonly name: DeckFieldName })[] = (
  Object.keys(deckFields) as DeckFieldName[]
).map((name) => ({ name, ...deckFields[name] }))

/** The fields that clients may send. */
export const sentFieldNames = deckFieldList.flatMap(({ name, rule }) =>
  rule.kind === 'row' ? [] : [name],
) as readonly SentFieldName[]

function settingsBy(value: (field: (typeof deckFieldList)[number]) => unknown): DeckSettings {
  return Object.fromEntries(deckFieldList.map((field) => [field.name, value(field)])) as DeckSettings
}

/** Settings of a new deck. The initial title means untitled; see isUntitled. */
export const newDeckSettings: DeckSettings = settingsBy(({ initial }) => initial)

/** Picks the settings from a row or an API response. */
export function settingsOf(deck: DeckSettings): DeckSettings {
  return settingsBy(({ name }) => deck[name])
}

/** The settings of a fork: the original's, with initial values for fields that a fork does not copy. */
export function forkedSettings(original: DeckSettings): DeckSettings {
  return settingsBy(({ name, forked, initial }) => (forked === false ? initial : original[name]))
}

/** The settings that a deck's frame gets. */
export function frameFields(settings: Pick<DeckSettings, FramedName>): FrameFields {
  const framed = deckFieldList.flatMap(({ name, frame }) => (frame ? [[frame, settings[name as FramedName]]] : []))
  return Object.fromEntries(framed) as FrameFields
}

/** The fields with a checkbox in a group of the deck panel, in order. */
export function checkboxesOf(group: FieldCheckbox['group']): readonly FieldNameOf<'flag'>[] {
  const found = deckFieldList.flatMap(({ name, checkbox }) =>
    checkbox?.group === group ? [{ name, ...checkbox }] : [],
  )
  return found.sort((a, b) => a.place - b.place).map(({ name }) => name as FieldNameOf<'flag'>)
}
