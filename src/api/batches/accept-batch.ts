import { blocks } from '../../blocks/index.ts'
import { sameStructure } from '../../document/changes.ts'
import type { Slides } from '../../document/deck-model.ts'
import { contentHash } from '../../document/ids.ts'
import { loadSlides } from '../../document/load-slides.ts'
import { applyOps } from '../../document/ops/apply-ops.ts'
import type { Op } from '../../document/ops/op.ts'
import { OpError } from '../../document/ops/op-error.ts'
import { losesWork, transformOps } from '../../document/ops/transform-ops.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { type Structure, singleStack } from '../../document/structure.ts'
import { sentFieldNames } from '../../rules/deck-columns.ts'
import { limits } from '../../rules/limits.ts'
import { type Actor, decideDeck } from '../../rules/permissions.ts'
import { timings } from '../../rules/timings.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { deckFacts } from '../actor.ts'
import { type CleanSlide, cleanSlide, editClean, isBlockOp, keepEdited } from '../decks/clean-slides.ts'
import { sizeOf, slideRow, slidesOfVersion, structureAt } from '../decks/content-queries.ts'
import { contentRules } from '../decks/content-rules.ts'
import { savedDeck } from '../decks/contract.ts'
import { withSuspension } from '../decks/deck-state.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'
import { parsedSlide } from '../decks/parsed-slides.ts'
import type { PreparedContent } from '../decks/prepare-content.ts'
import { findSave } from '../decks/queries.ts'
import { sanitizedHtml, sanitizedStructure } from '../decks/sanitized-content.ts'
import { type ReadyContent, type Saved, saveDeck, type Written } from '../decks/save-deck.ts'
import { type Batch, type BatchAnswer, type SentBatch, sentBatch } from './messages.ts'
import { plainBatch } from './plain-batch.ts'
import { batchesBetween } from './queries.ts'

/** Attempts against versions that others make meanwhile: several windows that write at once commit in turn. */
const attempts = 8

/** The settings that a batch may change: not who may see the deck. */
const settingNames: ReadonlySet<string> = new Set([...sentFieldNames, 'theme_id'])

const refused: BatchAnswer = { ok: false, reason: 'save' }

type SlideRow = NonNullable<Awaited<ReturnType<typeof slideRow>>>

/** A deck as its user has it, and the slide that this user's last batch has changed, at the deck's version. */
export interface FoundDeck {
  readonly loaded: LoadedDeck
  readonly slide: SlideRow | null
}

/** A batch from a parsed JSON body; null if it is none. */
export function readBatch(body: unknown): SentBatch | null {
  return plainBatch(body) ?? sentBatch.safeParse(body).data ?? null
}

/**
 * Applies a batch to the newest version of its deck and saves the result. It is durable when this resolves, and a
 * repeated batch changes nothing. Batches that do not fit, or would lose work, are refused: the client then saves by a
 * request, which merges by slides. So are late ones, also those whose request got 409: the client has given up and sends
 * the same by a request; if that is merged with another window's save, a batch written after it would repeat the change.
 * `found`: the deck as the user has it; its row may be older than the newest version, which costs an attempt. `wrote`:
 * called with the deck after the batch.
 */
export async function acceptBatch(
  services: Services,
  deckId: number,
  actor: Actor & { readonly userId: number },
  batch: SentBatch,
  found?: FoundDeck,
  wrote: (deck: FoundDeck) => void = () => {},
): Promise<BatchAnswer> {
  const begun = performance.now()
  for (let attempt = 0; attempt < attempts; attempt++) {
    const known = attempt === 0 ? found : undefined
    const loaded = known?.loaded ?? (await loadDeckFor(services.database.read, deckId, actor.userId))
    if (!loaded || decideDeck('save', actor, deckFacts(loaded, actor.userId)) !== 'allow') return refused
    // The version that a batch has made is newer than its base. Asked again under the lock.
    const isRepeated = loaded.deck.version > batch.base && (await findSave(services.database.read, deckId, batch.id))
    if (isRepeated) return repeatedAnswer(services, loaded, batch)
    const over = await batchesSince(services.database.read, loaded, batch.base)
    const ops = over && transformedOver(batch.ops, over, actor.userId)
    const save =
      ops &&
      ((await editOf(services, loaded, ops, batch, known?.slide)) ?? (await saveOf(services, loaded, ops, batch)))
    if (!save || performance.now() - begun > timings.batchAnswer / 2) return refused
    try {
      const saved = await saveDeck(services, loaded, actor, save.sent, { ready: save.ready })
      if (save.edited) keepEdited(save.edited)
      if (saved.batch) {
        const slide = save.ready ? rowAfter(save.ready, saved.deck.version) : null
        wrote({ loaded: { ...loaded, deck: withSuspension(saved.deck, loaded.owner) }, slide })
      }
      return answer(services.database.read, saved, batch)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      // Another save came first. For other refusals the client gets the reason from the PUT that it sends instead.
      if (error.status !== 409) return refused
    }
  }
  return refused
}

/** The row of an edited slide, as it was written. */
function rowAfter({ content, current }: ReadyContent, version: number): SlideRow | null {
  const [[slide], [before]] = [content.slides, current]
  if (!slide || !before || slide.html === before.html) return null
  const { slide_id, html, text, sanitizer_version } = slide
  const { notes } = before
  const size = sizeOf({ html, notes })
  return { slide_id, since: version, html, notes, text, size, sanitizer_version, until: null }
}

async function batchesSince(db: Db, { deck }: LoadedDeck, base: number) {
  return batchesBetween(db, deck.id, base, deck.version)
}

/** Null if the operations cannot be merged without losing work, or if another user made one of the versions. */
function transformedOver(
  ops: readonly Op[],
  over: NonNullable<Awaited<ReturnType<typeof batchesBetween>>>,
  userId: number,
): readonly Op[] | null {
  let own = ops
  for (const { ops: theirs, user_id } of over) {
    if (!theirs || user_id !== userId || losesWork(own, theirs)) return null
    try {
      own = transformOps(own, theirs, true)
    } catch (error) {
      if (error instanceof OpError) return null
      throw error
    }
  }
  return own
}

interface Save {
  readonly sent: Parameters<typeof saveDeck>[3]
  readonly ready?: ReadyContent
  /** The slide that it changes, if only the changed blocks were sanitized. */
  readonly edited?: CleanSlide
}

/**
 * The save of operations that change blocks of one slide which this process has sanitized: most are of typing and
 * dragging. Null for others, which take the way of all saves. `known`: the row of a slide at the deck's version.
 */
async function editOf(
  services: Services,
  { deck, owner }: LoadedDeck,
  ops: readonly Op[],
  batch: SentBatch,
  known: SlideRow | null = null,
): Promise<Save | null> {
  const [first] = ops
  const id = first && 'slide' in first ? first.slide : null
  if (id === null || !ops.every((op) => isBlockOp(op) && op.slide === id)) return null
  const row = known?.slide_id === id ? known : await slideRow(services.database.read, deck.id, id, deck.version)
  const rules = contentRules(services.settings, owner.plan)
  const clean = row && row.sanitizer_version >= SANITIZER_VERSION ? cleanSlide(id, row.html, rules) : null
  const edited = clean && editClean(clean, ops, rules)
  if (!row || !edited) return null
  const { next, text, hash } = edited
  if (row.html.length + next.html.length + 2 * row.notes.length > limits.batch.characters) return null
  if (batch.base === deck.version && (batch.hashes[id] ?? hash) !== hash) return null
  const slide = { slide_id: id, html: next.html, text, sanitizer_version: SANITIZER_VERSION }
  const content: PreparedContent = {
    ...{ whole: false, structure: null, order: null, notes: {}, removed: {} },
    slides: [{ ...slide, notes: null, removed: [], original: null }],
  }
  const ready = { content, ops: edited.ops, current: [row] }
  return { sent: { save_id: batch.id, version: deck.version }, ready, edited: next }
}

/** The save that operations amount to; null if they do not fit the deck. */
async function saveOf(
  services: Services,
  loaded: LoadedDeck,
  ops: readonly Op[],
  batch: SentBatch,
): Promise<Save | null> {
  const before = await touchedDeck(services, loaded, ops)
  const after = before && applied(before, ops)
  if (!after) return null
  const changed: Record<string, string> = {}
  const notes: Record<string, string> = {}
  for (const [id, slide] of Object.entries(after.slides)) {
    const old = before.slides[id]
    if (old === slide) continue
    const html = rendered(() => renderSlide(slide, blocks))
    if (html === null) return null
    if (!old || renderSlide(old, blocks) !== html) changed[id] = html
    if ((old?.notes ?? '') !== slide.notes) notes[id] = slide.notes
    const hash = batch.base === loaded.deck.version ? batch.hashes[id] : undefined
    if (hash !== undefined && hash !== contentHash(html)) return null
  }
  const settings = ops.flatMap((op) => (op.kind === 'setting' ? [[op.name, op.value] as const] : []))
  if (settings.some(([name]) => !settingNames.has(name))) return null
  const isArranged = ops.some((op) => op.kind === 'structure')
  const { stacks, after: end } = after
  const sent = savedDeck.safeParse({
    ...Object.fromEntries(settings),
    save_id: batch.id,
    version: loaded.deck.version,
    slides: { ...(isArranged ? { structure: { stacks, after: end } } : {}), changed, notes },
  })
  return sent.success ? { sent: sent.data } : null
}

const noStructure: Structure = { stacks: [], after: '' }

/**
 * The slides that operations change, and the structure if they change it. Null if it is not the one they expect, or if
 * the slides are large.
 */
async function touchedDeck(
  services: Services,
  { deck, owner }: LoadedDeck,
  ops: readonly Op[],
): Promise<Slides | null> {
  const { read } = services.database
  const rules = contentRules(services.settings, owner.plan)
  const arranges = ops.find((op) => op.kind === 'structure')
  const stored = arranges ? await structureAt(read, deck.id, deck.version) : null
  const structure = stored ? sanitizedStructure(stored, rules) : noStructure
  if (arranges && !sameStructure(structure, arranges.from)) return null
  const ids = new Set(ops.flatMap((op) => ('slide' in op ? [op.slide] : [])))
  const rows = await slidesOfVersion(read, deck.id, deck.version, [...ids])
  const characters = rows.reduce((sum, { html, notes: text }) => sum + html.length + text.length, 0)
  if (characters > limits.batch.characters / 2) return null
  const html = Object.fromEntries(rows.map((row) => [row.slide_id, sanitizedHtml(row, rules)]))
  const notes = Object.fromEntries(rows.map((row) => [row.slide_id, row.notes]))
  const { slides } = loadSlides(
    { stacks: Object.keys(html).map(singleStack), after: '' },
    html,
    notes,
    blocks,
    parsedSlide,
  )
  return { ...structure, slides }
}

function applied(deck: Slides, ops: readonly Op[]): Slides | null {
  try {
    return applyOps(deck, ops, blocks)
  } catch (error) {
    if (error instanceof OpError) return null
    throw error
  }
}

/** Values of any shape reach the blocks' renderers, which may throw. */
function rendered(render: () => string): string | null {
  try {
    return render()
  } catch {
    return null
  }
}

async function repeatedAnswer(services: Services, loaded: LoadedDeck, batch: SentBatch): Promise<BatchAnswer> {
  const earlier = await findSave(services.database.read, loaded.deck.id, batch.id)
  if (!earlier || earlier === 'refused') return refused
  const { removed } = earlier.result as { removed?: Saved['removed'] }
  const deck = { ...loaded.deck, version: earlier.version }
  return answer(services.database.read, { deck, removed: removed ?? {} }, batch)
}

async function answer(
  db: Db,
  { deck, removed, batch: own }: Pick<Written, 'deck' | 'removed'> & { readonly batch?: Written['batch'] },
  batch: SentBatch,
): Promise<BatchAnswer> {
  // No other batch was accepted since its base.
  const isNext = own && own.seq === batch.base + 1
  const stored = isNext ? [own] : await batchesBetween(db, deck.id, batch.base, deck.version)
  const written = stored?.map(({ seq, batch_id: id, user_id, ops }) => ({ seq, id, user_id, ops })) ?? []
  const last = written.at(-1)
  // Written, but without operations of each version: the client repeats the save by a request, which answers the rest.
  if (!last || last.id !== batch.id || written.some(({ ops }) => ops === null)) return refused
  const all = written as readonly Batch[]
  return {
    ok: true,
    seq: deck.version,
    slug: deck.slug,
    before: all.slice(0, -1),
    ops: all.at(-1)!.ops,
    removed: Object.values(removed).flatMap((list) => list.map(({ message }) => message)),
  }
}
