/** Messages that take the place of a whole page or an embedded deck, exact to the letter. */
export const pageMessages = {
  /** Shown in an embed instead of the deck. Missing and private decks get the same text. */
  embed: {
    unavailable: {
      title: "This deck isn't available",
      text: 'It may have been moved or removed, or it is not for everybody.',
    },
    failed: { title: "This deck can't be shown right now", text: 'Please try again in a moment.' },
  },
  /** Full-page messages. */
  pages: {
    busy: { title: 'A moment, please', text: 'That was a lot in a short time. Wait a little, then try again.' },
    refused: {
      title: 'This request is not clear',
      text: 'What arrived here is not what a browser sends, so there is no page for it. Something between you and this server may have changed it.',
    },
    broken: {
      title: 'Something broke on our side',
      text: 'It is not your fault, and nothing you saved is lost. Please try again in a moment.',
    },
  },
} as const
