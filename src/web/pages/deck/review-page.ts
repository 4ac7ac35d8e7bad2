import type { DeckPageDocument, OutlineSlide, ReviewPage } from '../../../api/deck-pages/page-data.ts'
import { slideHash } from '../../../document/slide-hash.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import { slideTitle, textWithoutTitle } from '../../features/live/deck-outline.ts'
import { type Html, html } from './html.ts'
import { icons } from './icons.ts'
import { peoplePage } from './people-page-of.ts'
import { type Answer, addressOf, deckFrame, deckPageDocument, nameOf } from './shell.ts'
import { siteHeader } from './site-header.ts'

function slideItem({ h, v, id, title, text }: OutlineSlide, notes: string): Html {
  const rest = textWithoutTitle({ title, text })
  const number = v > 0 ? `${h + 1}.${v + 1}` : String(h + 1)
  return html`<li data-slide="${id}" data-h="${h}" data-v="${v}"><a href="${slideHash({ h, v })}"><span class="number">${number}</span><span class="words"><strong>${slideTitle({ title })}</strong>${rest !== '' && html` <span>${rest}</span>`}</span></a>
${notes !== '' && html`<p class="slide-notes">${notes}</p>`}</li>`
}

function options({ deck, capabilities, collaboration }: ReviewPage): Html {
  return html`<div class="options" role="group" aria-label="Options">
<a class="option" href="${addressOf(deck, { view: 'fullscreen' })}" data-fullscreen title="Fullscreen">${icons.fullscreen}<span class="option-label">Fullscreen</span></a>
<a class="option" href="${addressOf(deck)}" data-keep-slide title="The deck's own page">${icons.eye}<span class="option-label">View</span></a>
${(capabilities.edit || collaboration) && html`<a class="option primary" href="${addressOf(deck, { view: 'edit' })}" data-edit${!capabilities.edit && html` hidden`} title="Edit">${icons.edit}<span class="option-label">Edit</span></a>`}
</div>`
}

/** The review page: the slide, beside a panel with the texts and notes of all slides. */
export function reviewPage(data: ReviewPage): DeckPageDocument {
  const { baseUrl, deck, viewer, frame, outline, notes } = data
  const body = (answer: Answer): Html => html`<a class="skip-link" href="#review-panel">Skip to the slides' words</a>
${siteHeader(data, viewer, addressOf(deck, { view: 'review' }))}
<main>
<div class="stage">${deckFrame(deck, frame, answer)}</div>
<div class="deck-bar">
<div class="deck-title"><h1>${deck.title}</h1><p>by <a href="${profileUrl(deck.owner.username)}">${nameOf(deck.owner)}</a></p></div>
${options(data)}
</div>
</main>
<aside class="review-panel" id="review-panel" tabindex="-1" aria-label="Review" data-review-panel>
<h2>Slides</h2>
<ol class="review-slides" data-review-slides>${outline.map((slide) => slideItem(slide, notes?.[slide.id] ?? ''))}</ol>
<p class="nothing">This deck has no slides to read yet.</p>
</aside>
${data.collaboration && html`<div class="review-people" data-collaboration-root></div>`}
<div class="spoken-only" aria-live="polite" data-announcer></div>
<div class="toasts" role="status" aria-live="polite" data-toasts></div>`
  return deckPageDocument({
    view: 'review',
    baseUrl,
    deck,
    title: `Review of ${deck.title}`,
    body,
    hidden: true,
    data: {
      frameOrigin: frame.origin,
      version: data.version,
      ...(data.collaboration ? { collaboration: data.collaboration } : {}),
      // A collaborator may become an admin while the page is open.
      people: peoplePage(data, data.collaboration !== null),
      slides: outline.map(({ h, v, id }) => [h, v, id]),
      signedInAs: viewer?.username ?? null,
    },
  })
}
