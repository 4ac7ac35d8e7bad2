import { deckFieldList } from '../../rules/deck-columns.ts'

type Json = Readonly<Record<string, unknown>>

const time = '2026-03-02T10:00:00.000Z'
const token = 'V1StGXR8Z5jdHi6BmyTT4aQ2cU7wNpLk0eRxYbOsFqA'

/** The initial options of a deck. */
const optionExamples = Object.fromEntries(
  deckFieldList.flatMap(({ name, rule, initial }) => (rule.kind === 'option' ? [[name, String(initial)]] : [])),
)

/** Example texts by field name. Values of other fields are generated from the schema. */
const texts: Readonly<Record<string, string>> = {
  ...optionExamples,
  ...{ email: 'ada@example.org', emails: 'grace@example.org, alan@example.org', login: 'ada@example.org' },
  ...{ username: 'ada', name: 'Ada Lovelace', from: 'Ada', invited_by: 'Ada', label: 'Sunrise' },
  ...{ password: 'seven green bottles', current_password: 'six green bottles' },
  ...{ title: 'Bees', slug: 'bees', description: 'How they find their way', q: 'bees', html: '<h1>Bees</h1>' },
  ...{ data: '<section><h1>Bees</h1></section>', body: 'Have a look at this.', message: 'Have a look at this.' },
  ...{ reset_password_token: token, invitation_token: token, token, original: '<h1>Bees</h1>' },
  ...{
    url: '/m/4f8c2a6e1b7d.png',
    thumb_url: '/m/4f8c2a6e1b7d-small.webp',
    content_type: 'image/png',
    type: 'image/png',
  },
  ...{ thumbnail_url: '/api/v1/decks/12/thumbnail?v=3', speaker_layout: 'default', analytics_id: 'UA-1234-5' },
  ...{ site_url: 'https://ada.example.org', social_handle: 'ada', user_agent: 'Firefox', address: '192.0.2.7' },
  ...{ save_id: '8f14e45fceea467a9b3d1f0c2a7e5d61', slide_id: '3c59dc048e8850243be8079a5c74d079' },
  ...{
    state: '{"indexh":2,"indexv":0}',
    error: 'Please enter a valid title',
    page_url: 'https://decks.example.org/ada/bees',
    issuer: 'https://accounts.example.org',
    domain: 'example.org',
  },
}

const numbers: Readonly<Record<string, number>> = {
  ...{ id: 12, user_id: 7, deck_id: 12, page: 1, per_page: 20, total: 1, version: 3, slide_count: 24, since: 2 },
  ...{ width: 1280, height: 800, size: 48_213, view_count: 180, kudos_count: 9, decks_per_page: 8 },
}

function textOf(schema: Json, name: string): string {
  const example = texts[name] ?? numbers[name]
  if (example !== undefined) return String(example)
  if (schema.format === 'date-time' || /_at$/.test(name)) return time
  return name === '' ? 'text' : name.replaceAll('_', ' ')
}

function numberOf(schema: Json, name: string): number {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
  return Math.min(Math.max(numbers[name] ?? 1, minimum ?? 0), maximum ?? Number.MAX_SAFE_INTEGER)
}

function objectOf(schema: Json, every: boolean): Record<string, unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = (schema.required ?? []) as readonly string[]
  const needed = properties.filter(([name]) => required.includes(name))
  // If all properties are optional, two are shown: an empty body explains nothing.
  const shown = every ? properties : needed.length > 0 ? needed : properties.slice(0, 2)
  return Object.fromEntries(shown.map(([name, value]) => [name, exampleOf(value, { name, every })]))
}

/**
 * Generates an example for a JSON schema. `every`: objects get all properties, as in answers; otherwise only required
 * properties. `name`: the field's name, which selects a realistic value.
 */
export function exampleOf(schema: Json, { name = '', every = false } = {}): unknown {
  if ('const' in schema) return schema.const
  const options = schema.enum as readonly unknown[] | undefined
  if (options) return options[0]
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, { name, every })
  if (schema.type === 'object') return objectOf(schema, every)
  if (schema.type === 'array') return [exampleOf((schema.items ?? {}) as Json, { name: name.replace(/s$/, ''), every })]
  if (schema.type === 'number' || schema.type === 'integer') return numberOf(schema, name)
  if (schema.type === 'boolean') return schema.default ?? true
  if (schema.type === 'null') return null
  return schema.type === 'string' || texts[name] !== undefined ? textOf(schema, name) : (numbers[name] ?? null)
}
