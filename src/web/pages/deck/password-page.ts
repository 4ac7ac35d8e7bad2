import type { DeckPageDocument, PasswordPage } from '../../../api/deck-pages/page-data.ts'
import { limits } from '../../../rules/limits.ts'
import { html } from './html.ts'
import { icons, logoSign } from './icons.ts'

/** The server's data for the password form's script. */
export interface PasswordScriptData {
  readonly token: string
}

/** The page of a link that needs a password. It does not contain the deck's title. */
export function passwordPage({ siteName, token, elsewhere }: PasswordPage): DeckPageDocument {
  const data: PasswordScriptData = { token }
  // Embedded frames do not autofocus: the embedding page has the focus, and browsers log a warning.
  const autofocus = elsewhere ? '' : html` autofocus`
  const body = html`<main class="password" data-password-view>
<div class="lock" data-lock>${icons.self}</div>
<h1>This deck is protected</h1>
<p class="lead">Enter the password that came with the link.</p>
<form data-form novalidate>
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="${limits.token.password}" autocomplete="current-password" autocapitalize="off" spellcheck="false" aria-describedby="message"${autofocus}>
<p class="message" id="message" role="alert" data-message></p>
<button type="submit">Open the deck</button>
</form>
<p class="elsewhere" data-elsewhere hidden>This page may not keep your password here. <a href="#" target="_blank" rel="noopener">Open the deck in a new window</a></p>
</main>
<footer class="password-foot"><a href="/" target="_blank" rel="noopener">${logoSign}<span>${siteName}</span></a></footer>`
  return {
    meta: { title: 'Password needed', hidden: true },
    head: '',
    body: () => body.text,
    data,
    hasFrame: false,
  }
}
