import { deckFieldList, type SentDeckFields, type SentFieldName, sentFieldNames } from '../../rules/deck-columns.ts'
import { type Plan, planAllows } from '../../rules/plans.ts'
import { builtInThemeNamed } from '../../themes/index.ts'
import { newDeck } from '../decks/contract.ts'

/** Settings that a file does not decide. */
const notOfFiles: readonly SentFieldName[] = ['slug', 'share_notes', 'title', 'slide_size']

/**
 * The settings of a file that decks of this plan may have: a file may say anything. Invalid ones, and options that the
 * plan does not have, are left out.
 */
export function allowedSettings(given: Readonly<Record<string, unknown>>, plan: Plan): Partial<SentDeckFields> {
  const found = sentFieldNames.flatMap((name) => {
    if (given[name] === undefined || given[name] === null || notOfFiles.includes(name)) return []
    const parsed = newDeck.shape[name].safeParse(given[name])
    if (!parsed.success) return []
    const { rule } = deckFieldList.find((field) => field.name === name)!
    const isPro = rule.kind === 'option' && rule.options.find(({ id }) => id === parsed.data)?.pro === true
    const isAllowed = !isPro || rule.kind !== 'option' || !rule.proPrivilege || planAllows(plan, rule.proPrivilege)
    return isAllowed ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(found) as Partial<SentDeckFields>
}

/** The id of the built-in theme that a file names; null: none. */
export function builtInThemeOf({ built_in: name }: Readonly<Record<string, unknown>>): number | null {
  return typeof name === 'string' ? (builtInThemeNamed(name)?.id ?? null) : null
}
