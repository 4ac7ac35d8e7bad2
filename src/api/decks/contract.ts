import { z } from 'zod'
import {
  type DeckFieldName,
  type DeckSettings,
  deckFieldList,
  type SentDeckFields,
  type SentFieldName,
} from '../../rules/deck-columns.ts'
import { deckLists } from '../../rules/deck-lists.ts'
import { limits } from '../../rules/limits.ts'
import { messages, tooLongMessage } from '../../rules/messages.ts'
import { collaboratorRoles } from '../../rules/permissions.ts'
import { visibilities } from '../../rules/visibilities.ts'
import { contract } from '../contract.ts'
import {
  fieldInput,
  fieldOutput,
  flag,
  linkToken,
  lookupAnswer,
  lookupResult,
  nonNegativeInt,
  time,
} from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

const visibility = z.enum(visibilities, messages.deck.invalidVisibility)

/** A slide's id: 32 hexadecimal digits. */
export const slideId = z.string().regex(/^[0-9a-f]{32}$/, 'Not the id of a slide')
/** The form of save ids. */
export const saveIdPattern = /^[A-Za-z0-9_-]{8,64}$/
/** An idempotency key: repeated requests with the same save id take effect once, and none after one got 409. */
export const saveId = z.string().regex(saveIdPattern, 'Not a save id')

type SentField<N extends SentFieldName> = z.ZodOptional<z.ZodType<SentDeckFields[N], SentDeckFields[N]>>
const { title, slug, description, ...otherFields } = Object.fromEntries(
  deckFieldList.filter(({ rule }) => rule.kind !== 'row').map(({ name, rule }) => [name, fieldInput(rule).optional()]),
) as { [N in SentFieldName]: SentField<N> }

/** The settings that a request may change. Missing fields are unchanged. */
const sentFields = {
  ...{ title, slug, description, visibility: visibility.optional(), ...otherFields },
  /** A new deck takes the theme's settings; a save changes the theme alone. See also PUT /decks/:id/theme. */
  theme_id: nonNegativeInt.nullable().optional(),
}

const answeredFields = Object.fromEntries(deckFieldList.map((field) => [field.name, fieldOutput(field)])) as {
  [N in DeckFieldName]: z.ZodType<DeckSettings[N], DeckSettings[N]>
}

const stack = z.object({
  slides: z.array(slideId).min(1),
  attributes: z.record(z.string(), z.string()).nullable(),
  before: z.string(),
  gaps: z.array(z.string()),
})
/** Slide order, stacks and the markup between slides. */
export const structure = z.object({ stacks: z.array(stack), after: z.string() })
const notes = z.record(slideId, z.string().max(limits.slide.notes, tooLongMessage(limits.slide.notes)))
const slides = z.object({
  /** Sent only if slides were added, removed or moved: ids, and a list of ids for each stack. */
  order: z.array(z.union([slideId, z.array(slideId).min(1)])).optional(),
  /** Like `order`, with the outer sections' attributes and the markup between slides. Sent by the editor. */
  structure: structure.optional(),
  /** HTML of new and changed slides. */
  changed: z.record(slideId, z.string()).optional(),
  /** Changed notes; '' removes them. */
  notes: notes.optional(),
})
const data = z.string()

/** Body of a request that creates a deck. */
export const newDeck = z.object({
  ...sentFields,
  save_id: saveId.optional(),
  data: data.optional(),
  slides: slides.optional(),
  notes: notes.optional(),
})

/** Body of a save. */
export const savedDeck = z.object({
  ...sentFields,
  /** The base version; required with content. */
  version: nonNegativeInt.refine((version) => version <= limits.deck.version, messages.form.number).optional(),
  save_id: saveId.optional(),
  /** Whether to overwrite a newer version ('Ignore'), which stays as a revision. */
  force: flag.optional(),
  data: data.optional(),
  slides: slides.optional(),
  /** Notes for `data`. */
  notes: notes.optional(),
})

/** A deck's owner as included in the deck. */
export const deckUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullable(),
  /** The slug of the deck's team, whose host serves the deck's pages. Null for a personal deck: the app's host. */
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

/** The original of a fork. */
export const forkedFrom = z.object({
  id: z.number(),
  slug: z.string().nullable(),
  title: z.string(),
  user: deckUser.pick({ username: true, name: true }),
})

/** The original of a fork. */
export type ForkedFrom = z.infer<typeof forkedFrom>

/** A deck in answers. */
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
  // Fields listed above keep their position in the answer.
  .extend(answeredFields)
  .extend({
    /** Notes by slide id, if the user may read them. The answer of a save contains the notes it wrote. */
    notes: z.record(z.string(), z.string()),
    /** The original of a fork, if it is public; null in the answer of a save. */
    forked_from: forkedFrom.nullable(),
    slide_count: z.number(),
    view_count: z.number(),
    kudos_count: z.number(),
    /** Whether the requesting user likes the deck. */
    kudoed: z.boolean(),
    thumbnail_url: z.string(),
    collaborative: z.boolean(),
    deck_user_editor_limit: z.number().nullable(),
    created_at: time,
    updated_at: time,
    published_at: time.nullable(),
    trashed_at: time.nullable(),
  })

/** A deck in answers, parsed. */
export type DeckAnswer = z.output<typeof deck>

/** Something the sanitizer removed, reported to the author. */
export const removal = z.object({
  what: z.string(),
  name: z.string(),
  value: z.string(),
  where: z.string(),
  message: z.string(),
})

const savedAnswer = deck.extend({
  /** Removals by slide id; `structure` for markup between slides. */
  removed: z.record(z.string(), z.array(removal)),
  /** Stored HTML by slide id, for slides from which something was removed. */
  cleaned: z.record(z.string(), z.string()),
})

const content = z.object({
  data: z.string(),
  version: z.number(),
  notes: z.record(z.string(), z.string()),
})

/** The changes in versions newer than the client's. */
export const newerVersion = z.object({
  version: z.number(),
  /** Whether the requesting user made all of these versions, in another window or on another device. */
  own: z.boolean(),
  /** The user who made the newest version; null if unknown. */
  saved_by: z.object({ id: z.number(), username: z.string(), name: z.string().nullable() }).nullable(),
  deck: deck.omit({ notes: true }),
  slides: z.object({
    /** Present only if it changed. */
    structure: structure.optional(),
    /** HTML by slide id. */
    changed: z.record(z.string(), z.string()),
    notes: z.record(z.string(), z.string()),
  }),
})

const id = z.object({ id: z.string() })
const base = '/api/v1/decks'

/** Routes for decks. */
export const decksContracts = {
  read: contract({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'Returns a deck with its settings.',
    permission: 'deck:see',
    rate: 'read',
    params: id,
    query: z.object({ token: linkToken }),
    output: deck,
  }),
  create: contract({
    method: 'POST',
    path: base,
    summary: 'Creates a deck, optionally with content.',
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
    summary: 'Saves settings and content. 409 with the newer changes and their author if the deck was saved meanwhile.',
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
    summary: 'Returns the signed-in user’s deck that was created with this save_id; 404 if there is none.',
    permission: 'own:decks',
    rate: 'read',
    params: z.object({ save_id: saveId }),
    output: deck,
  }),
  lookup: contract({
    method: 'GET',
    path: `${base}/lookup`,
    summary:
      'Checks a slug among the signed-in user’s decks: 204 if it is taken, 404 if it is free. With answer=body the status is 200 and the body says which. `except`: a deck to ignore.',
    permission: 'own:decks',
    rate: 'lookup',
    query: z.object({
      id: z.string().max(200).optional(),
      slug: z.string().max(200).optional(),
      except: nonNegativeInt.optional(),
      answer: lookupAnswer,
    }),
    output: lookupResult,
  }),
  data: contract({
    method: 'GET',
    path: `${base}/:id/data`,
    summary: 'Returns the HTML of the slides.',
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
      'Returns the changes since version `since`, and whether all are the signed-in user’s: the answer of a refused save.',
    permission: 'deck:edit',
    rate: 'read',
    params: id,
    query: z.object({
      since: nonNegativeInt.refine((version) => version <= limits.deck.version, messages.form.number),
    }),
    output: newerVersion,
  }),
  original: contract({
    method: 'GET',
    path: `${base}/:id/slides/:slide_id/original`,
    summary: 'Returns a slide as its author last sent it, before sanitizing removed something. Kept for 30 days.',
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
    summary: 'Restores the deck from the trash.',
    permission: 'deck:recover',
    rate: 'write',
    params: id,
    output: deck,
  }),
  destroy: contract({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Permanently deletes the deck with all its revisions.',
    permission: 'deck:destroy',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
  bringToTeam: contract({
    method: 'POST',
    path: `${base}/:id/bring_to_team`,
    summary: 'Moves a personal deck of a member into the member’s team, whose plan and rules then count.',
    permission: 'deck:bring-to-team',
    rate: 'write',
    params: id,
    output: deck,
  }),
  fork: contract({
    method: 'POST',
    path: `${base}/:id/fork`,
    summary: 'Copies the deck for the signed-in user.',
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
    summary: 'Returns the signed-in user’s decks as an HTML list; with trashed=true those in the trash.',
    permission: 'own:decks',
    rate: 'read',
    query: z.object({ trashed: flag.optional() }),
    output: 'html',
  }),
  fragmentOutsideApi: contract({
    method: 'GET',
    path: '/users/decks.html',
    summary: 'Returns the same list at its older URL.',
    permission: 'own:decks',
    rate: 'read',
    query: z.object({ trashed: flag.optional() }),
    output: 'html',
  }),
  at: contract({
    method: 'GET',
    path: '/api/v1/users/:id/decks/:slug',
    summary:
      'Returns the deck at a URL, without notes. The id is a username; the slug may be the number of a deck without one.',
    permission: 'public',
    rate: 'read',
    params: z.object({ id: z.string(), slug: z.string() }),
    output: deck.omit({ notes: true }),
  }),
  ofUser: contract({
    method: 'GET',
    path: '/api/v1/users/:id/decks',
    summary: 'Lists a user’s decks that the caller may see; one’s own lists: shared with oneself, likes and trash.',
    permission: 'public',
    rate: 'read',
    params: id,
    query: z.object({
      list: z.enum(deckLists).default('decks'),
      ...pageQuery(),
    }),
    /** `role`: the user’s on each deck of the list `shared`; else null. */
    output: z.object(pageOutput(deck.extend({ role: z.enum(collaboratorRoles).nullable() }))),
  }),
}
