/**
 * The size budgets of first loads, and of the chunks that are not shared (see chunks.ts). `npm run bench page-weight`
 * compares the build and real pages with them.
 */

/** Budgets of a page's load with an empty cache: compressed kB, and the number of script and style files. */
export interface FirstLoad {
  readonly page: string
  readonly script?: number
  readonly scriptAndStyle?: number
  readonly files?: number
}

/** Budgets of all other chunks by name, in kB as above. `*` stands for any ending. */
export const ownChunks: Readonly<Record<string, number>> = {
  // Entries, without shared chunks.
  app: 0.5,
  deck: 5.3,
  editor: 0.5,
  live: 6,
  password: 4.5,
  stage: 3,
  visitor: 1.7,

  // Pages.
  'about-page': 2.5,
  'admin-page': 12,
  'load-admin': 4,
  'load-managed': 0.6,
  'load-members': 1.2,
  'accept-invitation-page': 2.2,
  'account-page': 14,
  'analytics-page': 5.5,
  'exports-page': 1,
  'deck-subpage': 1,
  'report-page': 1.5,
  'request-reset-page': 1,
  'auth-layout': 1,
  // Contains the whole changelog.
  'changelog-page': 28,
  'billing-layout': 2.5,
  'billing-page': 3.5,
  'card-page': 1.2,
  'confirm-page': 1,
  'period-page': 1.2,
  'receipt-page': 1.8,
  'upgrade-page': 3,
  // Parts of pages about payment; use-card has the card form.
  'card-section': 1,
  'choice-cards': 1.3,
  'plan-gains': 0.9,
  'pro-rata': 1.4,
  'use-card': 4.5,
  'confirm-email-page': 1,
  'contact-page': 1,
  'explore-page': 4,
  'help-page': 1.2,
  'help.module': 1.5,
  'home-page': 4.2,
  'presenter-page': 6.5,
  'pricing-page': 3,
  'privacy-page': 1.8,
  'profile-page': 3.3,
  'set-password-page': 1.2,
  'second-step-form': 1,
  // The browser's part of passkeys, loaded where they are used.
  esm: 4,
  passkeys: 1,
  'sign-in-page': 2,
  // Single sign-on: its page, and what other pages share with it.
  'sign-on-page': 1.2,
  'sign-on': 1,
  'sign-on-query': 1,
  'copy-field': 1.5,
  'sign-out-page': 1,
  'sign-up-page': 1.7,
  'speaker-page': 11,
  'terms-page': 1.5,
  'topic-page': 10.5,
  'members-page': 7,
  'new-team-page': 4.2,
  'reactivate-page': 2.5,
  // The themes: list, editor, preview, and what they share.
  'themes-page': 5,
  'theme-page': 14.5,
  'theme-preview-page': 1.2,
  'load-themes': 1,
  'preview-pane': 7,
  'removed-list': 0.8,
  'theme-color-popover': 0.8,
  'theme-scripts-dialog': 1,
  'default-theme-options': 0.4,
  'theme-options': 2.5,
  'theme-failure': 0.5,
  'theme-settings': 1,
  // Uploaded fonts, on the pages of themes and of settings.
  'use-own-fonts': 3.3,
  'versions-dialog': 1.5,
  // The settings of a team.
  'settings-page': 6.8,

  // Dialogs and parts of pages.
  'address-screen': 2.5,
  article: 2.5,
  'audience-notes': 1,
  'contact-dialog': 0.5,
  'account-messages': 2.5,
  contract: 0.5,
  permissions: 1.5,
  'plan-offers': 1,
  reports: 0.5,
  moment: 0.8,
  // The deck's channel for editors, and text changes as operations.
  client: 3.6,
  'text-delta': 3,
  'apply-ops': 3.2,
  // Foreign changes in text and history of the editor.
  'follow-stream': 6.5,
  merging: 6,
  'contact-form': 1.5,
  'form-dialog': 0.5,
  'form-failure': 0.5,
  'mount-dialog': 0.6,
  'open-people-dialog': 1,
  'open-share-dialog': 1,
  'people-dialog': 6,
  print: 1,
  'qr-code': 1,
  'lazy-qr-code': 0.9,
  'qr-path': 4.5,
  review: 3,
  // The deck's changes on an open review.
  'open-review-stream': 2.2,
  // The comments below public decks.
  'public-comments': 4,
  // The bundler names it after the last of its files.
  'page-pins': 10.2,
  'comment-messages': 0.4,
  // Compares texts: for merging, and for the pins of comments.
  'text-edits': 2.5,
  // The panel of a deck's collaborators, in the editor and on the review.
  'collaboration-pane': 4.6,
  'review-panel': 3.6,
  // Keeps what is not sent or being written.
  'comments-area': 14.8,
  'share-dialog': 10,
  'export-dialog': 1,
  'exports-panel': 5.4,
  // What the file storage answered to a connection.
  'use-connect-result': 0.8,
  'deck-sync': 2,
  'export-deck-dialog': 0.8,
  'storage-meter': 1,
  'use-file-drop': 1,
  tabs: 5.5,
  'use-deck-actions': 3.2,
  'use-stage-keys': 3,
  'username-field': 0.5,
  'visibility-options': 1.5,
  // Parts of the team's pages.
  'period-choice': 1.5,
  'picture-upload': 2.2,
  'search-field': 2.3,
  'team-cost': 0.5,
  'team-home': 4.5,
  'team-roles': 0.5,
  'team-slug-field': 1,

  // Dialogs, panels and drawing tools of the editor.
  'code-view': 2.5,
  'color-popover': 6.2,
  'color.module': 1.2,
  'custom-fonts-dialog': 3.5,
  'editor.module': 1,
  // With the axes, legends, radars and other plots of imported charts.
  'draw-chart': 11.6,
  // The colors of a chart's series, in its panel.
  'editor-panel': 0.7,
  'draw-mermaid': 25,
  'draw-picture': 2.5,
  // With what compares the slide before and after.
  'turn-into-blocks': 10.2,
  'blocks-progress': 0.2,
  'editor-colors': 2,
  'editor-address': 1.3,
  'editor-html': 1,
  'editor-sheet': 3,
  'fit-columns': 1,
  'split-values': 0.5,
  'add-pasted': 1.6,
  'media-address': 1,
  'html-dialogs': 2,
  'custom-id-field': 2.5,
  'paste-content': 7.5,
  'pasted-grid': 2.5,
  'palette-items': 1.5,
  'read-html': 1,
  // With the estimate of how long drawings take to draw.
  sanitize: 19.5,
  'image-dialog': 1.7,
  'show-media-library': 17.5,
  'icons-dialog': 3,
  // The icons with their synonyms.
  'icon-set': 160,
  // The import of files: on the dashboard, in the editor, and what both share.
  'import-dialog': 1.2,
  'import-file-dialog': 2.6,
  'import-report-dialog': 2,
  'run-import': 5.4,
  'pack-folder': 1.5,
  'take-drop': 1.2,
  'dropped-files': 0.8,
  'dropped-import': 0.3,
  'imported-deck': 0.5,
  'missing-files': 1.9,
  'overflow-note': 2.5,
  // What the note and other panels of slides share.
  'block-label': 1,
  'overflow-commands': 1,
  'slide-title': 2,
  'own-attributes': 1,
  'offer-blocks': 0.9,
  // The progress of imports and exports.
  'watch-jobs': 0.5,
  'insert-snippet-dialog': 6,
  'snippet-template': 2,
  backgrounds: 6.5,
  'background-effects': 1.5,
  'block-panel': 7,
  'check-panel': 7,
  'editor-part': 1.5,
  'style-select': 3,
  'deck-page': 1.5,
  'card-expiry': 0.6,
  'load-stripe': 1,
  money: 0.8,
  'next-charge-text': 0.6,
  pay: 0.8,
  'new-password-field': 0.5,
  'take-focus': 0.5,
  'deferred-overlays': 5,
  'deferred-panels': 11,
  overview: 3.5,
  'revisions-dialog': 4,
  'settle-unsaved-draft': 2.5,
  'shortcuts-dialog': 1.2,
  'slide-options-dialog': 3.5,
  // The footer: what draws it on the canvas, and its fields.
  'deck-footer': 1.5,
  'slide-footer': 1.5,
  'footer-fields': 3,
  // Scales the content of slides, for the deck's panel and layouts.
  'resize-slides': 1.2,
  // Panels of layouts and templates.
  'layouts-panel': 1.2,
  'address-form': 1,
  'templates-panel': 5,
  'text-bar': 4,
  tutorial: 3.5,

  // Parsers and highlighters of languages, formulas.
  'highlight-*': 8,
  'lang-css': 14,
  'lang-html': 13,
  'lang-javascript': 36,
  'lang-json': 1.7,
  'paint-code': 10,
  typeset: 82,

  'rolldown-runtime': 0.7,
}

/** Budgets of first loads. */
export const firstLoads: readonly FirstLoad[] = [
  { page: 'home', script: 20, files: 12 },
  { page: 'explore', script: 20, files: 12 },
  { page: 'deck page', script: 60, files: 13 },
  { page: 'deck, embedded', script: 60, files: 13 },
  { page: 'editor', scriptAndStyle: 380, files: 21 },
  { page: 'audience', script: 75, files: 16 },
  { page: 'speaker view', script: 232, files: 27 },
]
