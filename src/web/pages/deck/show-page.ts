import type { DeckPage, DeckPageDocument, OutlineSlide } from '../../../api/deck-pages/page-data.ts'
import type { SharePage } from '../../../api/deck-pages/shared-deck.ts'
import { slideHash } from '../../../document/slide-hash.ts'
import { counted } from '../../../rules/counted.ts'
import { formatDate } from '../../../rules/dates.ts'
import { deckUrl, profileUrl } from '../../../rules/deck-url.ts'
import { planOffers } from '../../../rules/plan-offers.ts'
import { isShareable } from '../../../rules/share-mode.ts'
import { visibilityHints, visibilityNames } from '../../../rules/visibilities.ts'
import { contactPath } from '../../features/contact/contact-deck.ts'
import { type Html, html } from './html.ts'
import { icons } from './icons.ts'
import { peoplePage } from './people-page-of.ts'
import {
  type Answer,
  addressOf,
  avatarOf,
  deckFrame,
  deckPageDocument,
  embedLinks,
  fullAddressOf,
  nameOf,
} from './shell.ts'
import { signInLink, siteHeader } from './site-header.ts'

function kudosOption({ counts, capabilities, deck }: DeckPage, path: string): Html {
  const count = html`<span data-kudos-count>${counts.kudos}</span>`
  if (capabilities.kudo === 'no') {
    return html`<span class="option still" title="Kudos">${icons.kudos}${count}<span class="spoken-only"> kudos</span></span>`
  }
  if (capabilities.kudo === 'sign-in') {
    return html`<a class="option" href="${signInLink(path)}" title="Sign in to like this deck">${icons.kudos}${count}<span class="spoken-only"> kudos, sign in to like this deck</span></a>`
  }
  return html`<button type="button" class="option" data-kudos aria-pressed="${deck.kudoed ? 'true' : 'false'}" title="Like">${icons.kudos}${count}<span class="spoken-only"> kudos, like this deck</span></button>`
}

function forkOption({ capabilities }: DeckPage, path: string): Html | false {
  if (capabilities.fork === 'no') return false
  const label = html`${icons.fork}<span class="option-label">Fork</span>`
  return capabilities.fork === 'sign-in'
    ? html`<a class="option" href="${signInLink(path)}" title="Sign in to copy this deck to your own decks">${label}</a>`
    : html`<button type="button" class="option" data-fork title="Copy this deck to your own decks">${label}</button>`
}

function visibilityOption({ deck, capabilities }: DeckPage): Html | false {
  const { visibilities } = capabilities
  if (!visibilities) return false
  const choices = visibilities.map(
    (
      value,
    ) => html`<li><button type="button" data-visibility="${value}" aria-pressed="${value === deck.visibility ? 'true' : 'false'}">
${icons[value]}<span><strong>${visibilityNames[value]}</strong><small>${visibilityHints[value]}</small></span><span class="chosen">${icons.check}</span></button></li>`,
  )
  // Explains that Private needs another plan; shown when it is chosen.
  const offer =
    !capabilities.mayBePrivate &&
    html`<li class="offer" data-plan-offer role="status" hidden><strong>${planOffers.privateDecks.title}</strong><small>${planOffers.privateDecks.text}</small><a href="${planOffers.privateDecks.address}">${planOffers.privateDecks.action}</a></li>`
  return html`<details class="menu up" data-visibility-menu>
<summary class="option" title="Visibility"><span data-visibility-icon="${deck.visibility}">${icons.all}${icons.team}${icons.self}</span><span class="option-label" data-visibility-name>${visibilityNames[deck.visibility]}</span></summary>
<ul class="menu-list choices">${choices}${offer}<li class="apart"><button type="button" data-share-dialog>${icons.link}<span><strong>Create a link</strong><small>For people you pick, with a password if you like</small></span></button></li></ul>
</details>`
}

/** The share dialog is loaded with the first click. */
function shareOption({ deck }: DeckPage): Html | false {
  return (
    isShareable({ username: deck.owner.username, slug: deck.slug }) &&
    html`<button type="button" class="option" data-share-dialog title="Share">${icons.share}<span class="option-label">Share</span></button>`
  )
}

function sharePage({ baseUrl, deck, viewer, capabilities, token }: DeckPage): SharePage {
  const { id, slug, title, visibility, owner } = deck
  const shared = { id, slug, title, visibility, username: owner.username, teamSlug: owner.teamSlug, token }
  return {
    baseUrl,
    deck: { ...shared, ...capabilities.share },
    sharer: viewer && { username: viewer.username, name: viewer.name },
  }
}

/** The dialog of the deck's people is loaded with the first click. */
function peopleItem({ capabilities }: DeckPage): Html | false {
  return (
    capabilities.people && html`<li><button type="button" data-people-dialog>${icons.team}Collaborate</button></li>`
  )
}

/** Toggles the notes, if they are shared. */
function notesOption({ notes }: DeckPage): Html | false {
  return (
    notes !== null &&
    html`<button type="button" class="option" data-notes-toggle aria-expanded="true" aria-controls="audience-notes" title="Notes">${icons.notes}<span class="option-label">Notes</span></button>`
  )
}

/** Links to present or follow live. */
function liveLinks({ deck, capabilities, token }: DeckPage): Html {
  const live = addressOf(deck, { view: 'live', token })
  if (!capabilities.edit) return html`<li><a href="${live}">${icons.presentation}Follow live</a></li>`
  return html`<li><a href="${live}">${icons.presentation}Present live</a></li>
<li><a href="${addressOf(deck, { view: 'speaker', token })}">${icons.speaker}Speaker view</a></li>`
}

/** The URL of the contact form for this deck. It contains no token, since a private link is a secret. */
function feedbackAddress(page: DeckPage): string {
  const { deck } = page
  return contactPath({ deck_id: deck.id, deck_title: deck.title, deck_url: fullAddressOf(page) })
}

/** The URL of the form that reports this deck; with the token of a private link, since the call needs access. */
function reportAddress({ deck, token }: DeckPage): string {
  const query = { deck_id: String(deck.id), deck_title: deck.title, deck_path: addressOf(deck, { token }) }
  return `/report?${new URLSearchParams({ ...query, ...(token === null ? {} : { token }) })}`
}

/** Says why a suspended deck is suspended, to those who still see it. */
function suspensionNotice({ deck }: DeckPage): Html | false {
  if (deck.suspension === null) return false
  return html`<div class="suspension" role="note"><strong>This deck is suspended.</strong> ${deck.suspension} <span>Only its owner and the people who run this instance see it. <a href="/contact">Contact us</a></span></div>`
}

/** The operator's message to signed-in users. The page's script shows it, unless it was dismissed. */
function warningBar({ site, viewer }: DeckPage): Html | false {
  if (!viewer || !site.warning) return false
  return html`<section class="warning" aria-label="Message" data-warning hidden><p>${site.warning}</p><button type="button" class="close" aria-label="Dismiss" title="Dismiss">${icons.close}</button></section>`
}

/** Toggles the comments below the deck. They are loaded with the first click. */
function commentsOption({ capabilities }: DeckPage): Html | false {
  return (
    capabilities.comments &&
    html`<button type="button" class="option" data-comments aria-expanded="false" aria-controls="public-comments" title="Comments">${icons.feedback}<span class="option-label">Comments</span></button>`
  )
}

/** The place of the comments, and what their script needs. */
function comments({ deck, capabilities, viewer, token }: DeckPage, path: string): Html | false {
  if (!capabilities.comments) return false
  const data = { title: deck.title, path, token, signIn: viewer ? null : signInLink(path) }
  return html`<section class="public-comments" id="public-comments" aria-label="Comments" tabindex="-1" data-public-comments="${JSON.stringify(data)}" hidden></section>`
}

/** Whether the viewer works on the deck by comments alone. Their review is apart from the comments of the public. */
function isReviewer({ edit, review }: DeckPage['capabilities']): boolean {
  return review && !edit
}

/** The menu of rarely used actions. */
function moreMenu(data: DeckPage): Html {
  const { deck, capabilities, token } = data
  const { edit, review, analytics, export: mayExport } = capabilities
  return html`<details class="menu up" data-more>
<summary class="option" title="More">${icons.more}<span class="spoken-only">More</span></summary>
<ul class="menu-list">
${liveLinks(data)}
${peopleItem(data)}
${review && edit && html`<li><a href="${addressOf(deck, { view: 'review' })}" data-keep-slide>${icons.review}Review</a></li>`}
${mayExport && html`<li><a href="${addressOf(deck, { view: 'exports' })}">${icons.export}Export</a></li>`}
<li><a href="${addressOf(deck, { view: 'export', token })}">${icons.print}Print</a></li>
${analytics && html`<li><a href="${addressOf(deck, { view: 'analytics' })}">${icons.analytics}Analytics</a></li>`}
<li><a href="${feedbackAddress(data)}">${icons.feedback}Contact us</a></li>
${!capabilities.share.isOwner && html`<li><a href="${reportAddress(data)}" rel="nofollow">${icons.report}Report this deck</a></li>`}
</ul></details>`
}

/** The notes of the current slide; the page's script updates them. */
function audienceNotes({ notes, outline }: DeckPage): Html | false {
  if (notes === null) return false
  return html`<section class="audience-notes" id="audience-notes" aria-label="Notes to this slide" tabindex="0" data-notes><p data-notes-words>${notes[outline[0]?.id ?? ''] ?? ''}</p></section>`
}

function options(data: DeckPage, path: string): Html {
  const { deck, capabilities, token } = data
  return html`<div class="options" role="group" aria-label="Options">
${kudosOption(data, path)}
${forkOption(data, path)}
<a class="option" href="${addressOf(deck, { view: 'fullscreen', token })}" data-fullscreen title="Fullscreen">${icons.fullscreen}<span class="option-label">Fullscreen</span></a>
${shareOption(data)}
${commentsOption(data)}
${visibilityOption(data)}
${notesOption(data)}
${moreMenu(data)}
${capabilities.edit && html`<a class="option primary" href="${addressOf(deck, { view: 'edit' })}" data-edit title="Edit">${icons.edit}<span class="option-label">Edit</span></a>`}
${isReviewer(capabilities) && html`<a class="option primary" href="${addressOf(deck, { view: 'review' })}" data-keep-slide title="Review">${icons.review}<span class="option-label">Review</span></a>`}
</div>`
}

function outlineItem({ h, v, id, text }: OutlineSlide): Html {
  const number = v > 0 ? `${h + 1}.${v + 1}` : String(h + 1)
  return html`<li data-slide="${id}" data-h="${h}" data-v="${v}"><a href="${slideHash({ h, v })}"><span class="number">${number}</span></a> ${text || 'A slide without text'}</li>`
}

function origin({ forkedFrom }: DeckPage): Html | false {
  if (!forkedFrom) return false
  const { id, slug, title, user } = forkedFrom
  const address = deckUrl({ username: user.username, slug, id })
  return html`<p class="facts"><span>${icons.fork} Fork of <a href="${address}">${title}</a> by ${nameOf(user)}</span></p>`
}

/** The section below the deck: description, counts, date, original deck, and texts of all slides. */
function about(data: DeckPage): Html {
  const { deck, counts, outline } = data
  const date = deck.publishedAt ?? deck.updatedAt
  return html`<section class="about" aria-label="About this deck">
<div class="about-main">
<h2>${deck.title}</h2>
${deck.description !== '' && html`<p class="description">${deck.description}</p>`}
<p class="facts">
<span>${counted(outline.length, 'slide', 'slides')}</span>
<span>${counts.views}</span>
<span><time datetime="${date}" title="${formatDate(date)}" data-time>${formatDate(date)}</time></span>
</p>
${origin(data)}
</div>
<a class="author-card" href="${profileUrl(deck.owner.username)}">
${avatarOf(deck.owner, 48)}
<span><strong>${nameOf(deck.owner)}</strong><small>More decks</small></span></a>
<details class="outline"><summary>Text of the slides</summary><ol>${outline.map(outlineItem)}</ol></details>
</section>`
}

function pills({ deck }: DeckPage): Html {
  return html`<div class="pills">
<div class="pill summary-pill" data-summary-pill hidden>${avatarOf(deck.owner, 28)}<strong class="pill-title">${deck.title}</strong> <span class="pill-author">by ${nameOf(deck.owner)}</span></div>
<div class="pill" data-navigation-pill role="status" hidden>${icons.arrows}<span>Use the arrow keys to move between slides</span></div>
<div class="pill" data-vertical-pill role="status" hidden>${icons.arrowsDown}<span>There is more below: press the down arrow</span></div>
</div>`
}

/** The public deck page: the deck in the whole window, options below it, then details and comments. */
export function showPage(data: DeckPage): DeckPageDocument {
  const { baseUrl, deck, frame, viewer, outline, token } = data
  const path = addressOf(deck, { token })
  const body = (answer: Answer): Html => html`<a class="skip-link" href="#options">Skip to the options</a>
${warningBar(data)}
${siteHeader(data, viewer, path)}
<main>
<div class="stage">${deckFrame(deck, frame, answer)}${pills(data)}</div>
${suspensionNotice(data)}
${audienceNotes(data)}
<div class="deck-bar" id="options" tabindex="-1">
<div class="deck-title"><h1>${deck.title}</h1><p>by <a href="${profileUrl(deck.owner.username)}">${nameOf(deck.owner)}</a></p></div>
${options(data, path)}
</div>
${about(data)}
${comments(data, path)}
</main>
<div class="spoken-only" aria-live="polite" data-announcer></div>
<div class="toasts" role="status" aria-live="polite" data-toasts></div>`
  return deckPageDocument({
    view: 'show',
    ...(data.notes === null ? {} : { kind: 'has-notes' }),
    baseUrl,
    deck,
    head: embedLinks(baseUrl, deck),
    body,
    hidden: deck.visibility !== 'all' || token !== null,
    data: {
      frameOrigin: frame.origin,
      slides: outline.map(({ h, v, id }) => [h, v, id]),
      signedInAs: viewer?.username ?? null,
      mayBePrivate: data.capabilities.mayBePrivate,
      share: sharePage(data),
      people: peoplePage(data),
      reading: data.reading,
      notes: data.notes,
    },
  })
}
