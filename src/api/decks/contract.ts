import { z } from 'zod'
import {
  type DeckFieldName,
  type DeckSettings,
  deckFieldList,
  type SentDeckFields,
  type SentFieldName,
} from '../../rules/deck-fields.ts'
import { deckLists } from '../../rules/deck-lists.ts'
import { limits } from '../../rules/limits.ts'
import { messages, tooLongMessage } from '../../rules/messages.ts'
import { visibilities } from '../../rules/visibilities.ts'
import { contract } from '../contract.ts'
import { fieldInput, fieldOutput, flag, linkToken, lookedUp, lookupAnswer, time, whole } from '../inputs.ts'

const visibility = z.enum(visibilities, messages.deck.invalidVisibility)

/** A slide's id in a path or a body. */
export const slideId = z.string().regex(/^[0-9a-f]{32}$/, 'Not the id of a slide')
/** What a client makes up for one thing it wants to happen, so that asking twice does it once. */
export const saveId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'Not a save id')

type SentField<N extends SentFieldName> = z.ZodOptional<z.ZodType<SentDeckFields[N], SentDeckFields[N]>>
const { title, slug, description, ...otherFields } = Object.fromEntries(
  deckFieldList.filter(({ rule }) => rule.kind !== 'row').map(({ name, rule }) => [name, fieldInput(rule).optional()]),
) as { [N in SentFieldName]: SentField<N> }

/** The settings of a deck that its editors change; a field that is missing stays as it is. */
const sentFields = { title, slug, description, visibility: visibility.optional(), ...otherFields }

const answeredFields = Object.fromEntries(deckFieldList.map((field) => [field.name, fieldOutput(field)])) as {
  [N in DeckFieldName]: z.ZodType<DeckSettings[N], DeckSettings[N]>
}

const stack = z.object({
  slides: z.array(slideId).min(1),
  attributes: z.record(z.string(), z.string()).nullable(),
  before: z.string(),
  gaps: z.array(z.string()),
})
const structure = z.object({ stacks: z.array(stack), after: z.string() })
const notes = z.record(slideId, z.string().max(limits.slide.notes, tooLongMessage(limits.slide.notes)))
const slides = z.object({
  /** Sent only when slides came, went or moved: ids, and a list of ids for each stack. */
  order: z.array(z.union([slideId, z.array(slideId).min(1)])).optional(),
  /** The same with the outer sections' attributes and the markup between slides; what the editor sends. */
  structure: structure.optional(),
  /** HTML of each new or changed slide. */
  changed: z.record(slideId, z.string()).optional(),
  /** Notes of the slides whose notes changed; '' removes them. */
  notes: notes.optional(),
})
const data = z.string()

/** What a deck can be created from. */
export const newDeck = z.object({
  ...sentFields,
  save_id: saveId.optional(),
  data: data.optional(),
  slides: slides.optional(),
  notes: notes.optional(),
})

/** What a save sends. */
export const savedDeck = z.object({
  ...sentFields,
  /** The version the client began from. Needed with content. */
  version: whole.refine((version) => version <= limits.deck.version, messages.form.number).optional(),
  save_id: saveId.optional(),
  /** Save over a newer version ('Ignore'); that version stays as a revision. */
  force: flag.optional(),
  data: data.optional(),
  slides: slides.optional(),
  /** Beside `data`. */
  notes: notes.optional(),
})

/** A deck's owner as the deck carries them. */
export const deckUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullable(),
  /** The slug of the user's team, whose host has the user's pages; null: the instance's own host has them. */
  team_slug: z.string().nullable(),
  thumbnail_url: z.string(),
  paid: z.boolean(),
  lite: z.boolean(),
  pro: z.boolean(),
  enterprise: z.boolean(),
  settings: z.object({
    present_controls: z.boolean(),
    present_notes: z.boolean(),
    present_upsizing: z.boolean(),
    speaker_layout: z.string(),
  }),
})

/** The deck that a fork was made from. */
export const forkedFrom = z.object({
  id: z.number(),
  slug: z.string().nullable(),
  title: z.string(),
  user: deckUser.pick({ username: true, name: true }),
})

/** The original of a fork. */
export type ForkedFrom = z.infer<typeof forkedFrom>

/** A deck as every call answers it. */
export const deck = z
  .object({
    id: z.number(),
    slug: answeredFields.slug,
    version: z.number(),
    title: answeredFields.title,
    description: answeredFields.description,
    visibility,
    user: deckUser,
  })
  // Fields that stand above keep their places.
  .extend(answeredFields)
  .extend({
    /** By slide id; only for those who may read them. A save answers the notes it wrote. */
    notes: z.record(z.string(), z.string()),
    /** The original of a fork, where everybody may see it; null in the answer of a save. */
    forked_from: forkedFrom.nullable(),
    slide_count: z.number(),
    view_count: z.number(),
    kudos_count: z.number(),
    /** Whether the person who asks likes it. */
    kudoed: z.boolean(),
    thumbnail_url: z.string(),
    collaborative: z.boolean(),
    deck_user_editor_limit: z.number().nullable(),
    created_at: time,
    updated_at: time,
    published_at: time.nullable(),
    trashed_at: time.nullable(),
  })

/** A deck as calls answer it. */
export type DeckAnswer = z.output<typeof deck>

/** Something the server took out of a slide, told to its author. */
export const removal = z.object({
  what: z.string(),
  name: z.string(),
  value: z.string(),
  where: z.string(),
  message: z.string(),
})

const savedAnswer = deck.extend({
  /** By slide id, what was taken out while saving; `structure` for markup between slides. */
  removed: z.record(z.string(), z.array(removal)),
  /** By slide id, the HTML as stored of each slide that something was taken out of. */
  cleaned: z.record(z.string(), z.string()),
})

const content = z.object({
  data: z.string(),
  version: z.number(),
  notes: z.record(z.string(), z.string()),
})

/** What the versions of a deck after one that a client knows brought. */
export const newerVersion = z.object({
  version: z.number(),
  /** Whether the user who asks made all of these versions: in another window, or on another device. */
  own: z.boolean(),
  /** Who made the newest of them; null where that is not known. */
  saved_by: z.object({ id: z.number(), username: z.string(), name: z.string().nullable() }).nullable(),
  deck: deck.omit({ notes: true }),
  slides: z.object({
    /** Only when it changed. */
    structure: structure.optional(),
    /** By slide id: HTML, and notes. */
    changed: z.record(z.string(), z.string()),
    notes: z.record(z.string(), z.string()),
  }),
})

const id = z.object({ id: z.string() })
const base = '/api/v1/decks'

/** The calls about decks. */
export const decksContracts = {
  read: contract({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'A deck with its settings.',
    permission: 'deck:see',
    rate: 'read',
    params: id,
    query: z.object({ token: linkToken }),
    output: deck,
  }),
  create: contract({
    method: 'POST',
    path: base,
    summary: 'Creates a deck, with content when it is sent.',
    permission: 'signed-in',
    rate: 'write',
    body: z.object({ deck: newDeck.default({}) }),
    bodyLimit: limits.deck.saveBytes,
    output: savedAnswer,
    status: 201,
    transaction: 'own',
  }),
  save: contract({
    method: 'PUT',
    path: `${base}/:id`,
    summary: 'Saves settings and content; 409 with what is newer, and whose it is, when the deck was saved meanwhile.',
    permission: 'deck:save',
    rate: 'save',
    params: id,
    body: z.object({ deck: savedDeck }),
    bodyLimit: limits.deck.saveBytes,
    output: savedAnswer,
    transaction: 'own',
  }),
  madeBy: contract({
    method: 'GET',
    path: '/api/v1/decks/made_by/:save_id',
    summary: 'The own deck that was made under this save_id; 404 when none was.',
    permission: 'own:decks',
    rate: 'read',
    params: z.object({ save_id: saveId }),
    output: deck,
  }),
  lookup: contract({
    method: 'GET',
    path: `${base}/lookup`,
    summary:
      'Whether an own deck has this slug: 204 when it is taken, 404 when it is free; with answer=body 200 and which. `except`: the deck that asks.',
    permission: 'own:decks',
    rate: 'lookup',
    query: z.object({
      id: z.string().max(200).optional(),
      slug: z.string().max(200).optional(),
      except: whole.optional(),
      answer: lookupAnswer,
    }),
    output: lookedUp,
  }),
  data: contract({
    method: 'GET',
    path: `${base}/:id/data`,
    summary: 'The HTML of the slides.',
    permission: 'deck:see',
    rate: 'read',
    params: id,
    query: z.object({ token: linkToken }),
    output: content,
  }),
  newer: contract({
    method: 'GET',
    path: `${base}/:id/newer`,
    summary:
      'What the versions after `since` brought, and whether all of them are the own: the answer of a refused save.',
    permission: 'deck:edit',
    rate: 'read',
    params: id,
    query: z.object({ since: whole.refine((version) => version <= limits.deck.version, messages.form.number) }),
    output: newerVersion,
  }),
  original: contract({
    method: 'GET',
    path: `${base}/:id/slides/:slide_id/original`,
    summary: 'What the author last sent of a slide before something was taken out of it; kept for 30 days.',
    permission: 'deck:edit',
    rate: 'read',
    params: id.extend({ slide_id: slideId }),
    output: z.object({ slide_id: z.string(), version: z.number(), html: z.string(), created_at: time }),
  }),
  publish: contract({
    method: 'POST',
    path: `${base}/:id/publish`,
    summary: 'Changes who can see the deck.',
    permission: 'deck:publish',
    rate: 'write',
    params: id,
    body: z.object({
      visibility: visibility.optional(),
      deck: z.object({ visibility: visibility.optional() }).optional(),
    }),
    output: z.object({ deck }),
  }),
  trash: contract({
    method: 'POST',
    path: `${base}/:id/trash`,
    summary: 'Moves the deck to the trash.',
    permission: 'deck:trash',
    rate: 'write',
    params: id,
    output: deck,
  }),
  recover: contract({
    method: 'POST',
    path: `${base}/:id/recover`,
    summary: 'Takes the deck out of the trash.',
    permission: 'deck:recover',
    rate: 'write',
    params: id,
    output: deck,
  }),
  destroy: contract({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Destroys the deck with all its revisions, for good.',
    permission: 'deck:destroy',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
  fork: contract({
    method: 'POST',
    path: `${base}/:id/fork`,
    summary: 'Copies the deck to the person who asks.',
    permission: 'deck:fork',
    rate: 'write',
    params: id,
    body: z.object({ save_id: saveId.optional() }),
    output: deck,
    status: 201,
  }),
  fragment: contract({
    method: 'GET',
    path: '/api/v1/users/decks.html',
    summary: 'The own decks as an HTML list; the trash with trashed=true.',
    permission: 'own:decks',
    rate: 'read',
    query: z.object({ trashed: flag.optional() }),
    output: 'html',
  }),
  fragmentOutsideApi: contract({
    method: 'GET',
    path: '/users/decks.html',
    summary: 'The same list at its older address.',
    permission: 'own:decks',
    rate: 'read',
    query: z.object({ trashed: flag.optional() }),
    output: 'html',
  }),
  at: contract({
    method: 'GET',
    path: '/api/v1/users/:id/decks/:slug',
    summary:
      'The deck at an address: the id is a username, the slug may be the number of a deck without one. Without notes.',
    permission: 'public',
    rate: 'read',
    params: z.object({ id: z.string(), slug: z.string() }),
    output: deck.omit({ notes: true }),
  }),
  ofUser: contract({
    method: 'GET',
    path: '/api/v1/users/:id/decks',
    summary: 'The decks of a person that the asker may see; for oneself also the liked and the trashed ones.',
    permission: 'public',
    rate: 'read',
    params: id,
    query: z.object({
      list: z.enum(deckLists).default('decks'),
      page: whole.default(1),
    }),
    output: z.object({ results: z.array(deck), total: z.number(), page: z.number(), per_page: z.number() }),
  }),
}
