import { product } from './product.ts'

/**
 * All messages of the product, exact to the letter: some keep specified misspellings ('wong', 'occured'). Grouped by
 * subject. Those of accounts, teams and billing are in account-messages.ts: every page loads this file.
 */
export const messages = {
  /** Texts for errors that have no specific text; genericError picks one of them. */
  generic: [
    'Oops, something went wrong',
    'We ran into an unexpected error',
    "Something's wong, can you try that again?",
  ],
  save: {
    failed: 'Failed to save',
    succeeded: 'Saved successfully',
    error: 'An error occured while saving',
    refreshFailed: 'This page could not be updated. Please reload it.',
    settingsFailed: 'Failed to save changes. Please try again.',
    unsavedPrompt: 'You have unsaved changes, save first?',
    unsavedWarning: 'You will lose your unsaved changes.',
    discardPrompt: 'Discard unsaved changes?',
    stale: 'Newer version available',
    notEditor: 'Somebody else edits now',
  },
  deck: {
    deleteFailed: 'Failed to delete',
    recoverFailed: 'Failed to recover',
    visibilityFailed: 'Failed to change visibility',
    trashed: 'Moved to trash',
    broughtToTeam: "This deck is now your team's",
    deleted: 'Deck deleted',
    recovered: 'Deck recovered',
    published: 'Published successfully',
    invalidTitle: 'Please enter a valid title',
    invalidSlug: 'Please enter a valid URL',
    invalidSlideSize: 'Please enter a width and a height from 200 to 4000',
    invalidVisibility: 'Please choose who can see this deck',
    teamForbidsPublic: 'Your team has no public decks. Make this deck private first.',
    slideLoadFailed: 'Failed to load the slide',
    areaFailed: 'This could not be shown. Your work is kept.',
    partLoadFailed: 'This could not be loaded. Save, reload the page and try again.',
    importReplaces: 'Importing replaces all content',
  },
  /** Shown after a change of visibility, by the new value. */
  visibility: {
    self: 'Your deck is now private',
    team: 'Your deck is now internal',
    all: 'Your deck is now public',
  },
  export: {
    pdf: 'An error occured while exporting your PDF.',
    ppt: 'An error occured while exporting your PowerPoint.',
    zip: 'An error occured while exporting your ZIP.',
  },
  /** For a user's first taken name, and for all later ones; see takenMessage. */
  taken: ["That one's already taken :(", "Sorry, that's taken too"],
  theme: {
    createFailed: 'Failed to create theme',
    saveFailed: 'Failed to save theme',
    removeFailed: 'Failed to remove theme',
    loadFailed: 'Failed to load themes',
    defaultFailed: 'Failed to change default theme',
    uploadFailed: 'Failed to upload theme',
    noFile: 'Please choose the ZIP file of a theme, up to 100 MB',
    newerFile: 'This theme comes from a newer version of Lectern',
    scriptsLeftOut: 'The scripts of this theme were left out',
    missing: 'Could not find theme data',
    missingModel: 'Configuration error. Missing deck/theme model.',
    scriptNotHttps: 'Script must be loaded via HTTPS',
    scriptInvalid: 'Please enter a valid script URL',
    scriptsNeedContentHost: 'Custom scripts need a content host',
    scriptsNotAllowed: 'Only operators and team managers may write scripts of themes',
    scriptsOff: 'Scripts of themes are switched off on this instance',
    integrity: 'Please enter a hash such as sha384-…',
    color: 'Please enter a color such as #1a2b3c',
    fontFamily: 'Please enter font names, separated by commas',
    snippets: 'Snippets are a list of titles and templates',
    full: 'There is no room for another theme, please delete one first',
    changed: 'This theme has been changed in another window',
    templateMissing: 'Could not find a slide template',
  },
  template: {
    loadFailed: 'Failed to load slide templates',
    saveFailed: 'Failed to save template',
    oneSlide: 'A template is one slide',
    otherTemplates: 'Not all of these templates are in this list',
    full: 'There is no room for another template, please delete one first',
  },
  search: { failed: 'Failed to fetch search results', missingTerm: 'Please enter a search term' },
  tag: {
    deleteFailed: 'Failed to delete',
    nameMissing: "Name can't be empty",
    full: 'There is no room for another tag, please delete one first',
    otherMedia: 'Not all of these images are in this library',
  },
  sharing: {
    emailFailed: 'Failed to send email',
    inviteFailed: 'Failed to send invite. Please try again.',
    linkNameMissing: 'Please give the link a name',
    linksFull: 'There is no room for another link, please remove one first',
    linkGone: 'This link is not there any more',
    tooManyMails: 'Too many e-mails, please wait a while before you send more',
    signedOut: `It looks like you're no longer signed in to ${product.name}. Please open a new tab and sign in.`,
  },
  font: {
    file: 'Please choose one font file (WOFF2, WOFF, TTF or OTF), up to 10 MB',
    full: 'There are too many fonts already. Please delete some first.',
    loadFailed: 'Failed to load fonts',
    uploadFailed: 'An error occurred while uploading your font.',
    notDeleted: 'An error occurred, the font was not deleted',
  },
  media: {
    loadFailed: 'Failed to load media',
    tagsFailed: 'Failed to load tags',
    tryAgain: 'Try again',
    notRemoved: 'An error occurred, media was not removed',
    notDeleted: 'An error occurred, media was not deleted',
    uploadFailed: 'An error occurred while uploading your image.',
    queueFull: 'Upload queue is full, please wait',
    teamLoadFailed: 'Failed to load',
    teamEmpty: "Your team doesn't have any shared media yet. Only admins can upload team media.",
    labelMissing: "Label can't be empty",
    onlyImages: 'Only image files, please',
    svgMissing: 'Invalid SVG: missing <svg> element',
    svgNoSize: 'SVG error: missing viewBox or width/height',
    noReplacement: 'Please choose another image of this library',
    videoCodec: 'Browsers cannot play this video. We support H.264, H.265, VP8, VP9 and AV1',
    storageFull: 'Your storage is full, please remove some images first',
  },
  collaboration: {
    loadFailed: 'Failed to load collaborators',
    none: 'No collaborators found for this deck.',
    enableFailed: 'Failed to enable collaboration',
    editorsFailed: 'Failed to change editors',
    commentsFailed: 'Failed to load comments',
    sendFailed: 'Failed to send',
    commentNotDeleted: 'Failed to delete the comment',
    retry: 'Retry',
  },
  connection: {
    lost: 'Lost connection to server',
    trouble: "Sorry, we're having trouble connecting. If the problem persists, contact us",
    /** The words of `trouble` that link to the help. */
    contact: 'contact us',
    retrying: 'Retrying...',
  },
  live: {
    invalidState: 'This is not where a presentation can be',
    waiting: 'Waiting for presenter',
    retryingIn: (seconds: number) => `Retrying in ${seconds}s`,
    retryingNow: 'Retrying now',
    retrying: 'Retrying',
    by: (author: string) => `By ${author}`,
    lost: 'Connection lost',
    reconnecting: 'Attempting to reconnect',
    paused: 'Paused. Press the B key to resume',
    startFailed: 'This deck could not be started',
    reload: 'Reload the page',
    /** Why a page may no longer follow or present. */
    refused: {
      'sign-in': 'Please sign in again to go on',
      forbidden: 'You may no longer follow this presentation',
      hidden: 'This presentation is no longer shared',
      upgrade: 'This presentation is no longer shared',
      full: 'Too many people follow at the moment',
      invalid: 'Something on this page is out of date, please reload it',
    },
    /** Shown on a refused page that resumes automatically. */
    refusedReturns: 'This page goes on by itself when it is shared again.',
    /** The next step, for refusals that have one. Those of `hidden` and `upgrade` are for users who came by a link. */
    refusedHint: {
      forbidden: 'Ask whoever presents to let you in again.',
      hidden: 'Ask whoever gave you the link for a new one, or for its new password.',
      upgrade: 'Ask whoever gave you the link for a new one, or for its new password.',
    } as Readonly<Partial<Record<string, string>>>,
    addressLead: 'Follow along at',
    addressClose: 'Close',
    addressForFew: 'Only people who may see this deck can open it',
    addressShown: 'Your audience sees the QR code. Press the Q key to hide it',
    addressShow: 'Show the QR code to everybody',
    addressHide: 'Hide the QR code',
    /** Shown on the presenter's screen, which the audience sees. */
    takenOver: 'This deck is presented from another window',
    presentHere: 'Present here',
  },
  session: {
    expired: 'Session expired',
    needed: 'Please sign in first',
    wrongCredentials: 'Wrong e-mail, username or password',
    signedOut: 'You are signed out',
    /** For API clients; users get badToken. */
    invalidToken:
      "Invalid CSRF token. Sign in first, then send the token of the page's csrf-token meta tag as X-CSRF-Token.",
    badToken: 'This page is out of date, please reload it and try again',
    resetSent: 'If we know this address, a mail with a link is on its way',
    resetInvalid: 'This link is no longer valid, please ask for a new one',
    invitationInvalid: 'This invitation is no longer valid, please ask for a new one',
    transferInvalid: 'This way in is no longer valid, please open the page again',
    notForThisAccount: 'This page is not open to your account',
    notForThisAccountHint:
      'It is for members of the team. If you are one, sign in with the account that you joined with.',
    outsider:
      'It belongs to the owners and admins of the team. If you are one, sign in with the account that you joined with.',
    wrongPassword: 'This is not your current password',
    deactivated: 'This account has been deactivated by its team',
    membershipEnded: 'You are no longer in this team',
    accessEnded: 'You can no longer edit this deck',
    teamClosed: 'This team was closed',
  },
  /** Texts for wrong passwords of a protected deck, in order and then from the start; see wrongPasswordMessage. */
  wrongPassword: [
    'Wrong password, please try again',
    'Still wrong, give it another try',
    'That one was wrong too',
    'Nope',
  ],
  form: {
    required: 'Required',
    empty: 'Can not be empty',
    tooShort: 'At least 2 characters',
    spaces: 'No spaces please',
    characters: 'Can only contain: A-Z, 0-9, - and _',
    email: 'Please enter a valid email',
    url: 'Please enter a valid URL',
    senderName: 'Please enter a plain name, without an address',
    analyticsId: 'Please enter a valid ID',
    domain: 'Please enter a valid domain',
    handle: 'Can only contain: A-Z, 0-9 and _',
    footer: 'Please send a valid footer',
    passwordCommon: 'This password is too easy to guess, please choose another one',
    passwordPersonal: 'Please choose a password that does not contain your name, e-mail or the product',
    passwordLong: 'Please choose a shorter password',
    number: 'Please enter a number',
    option: 'Please choose one of the offered values',
    slugEnds: 'Must begin and end with a letter or a number',
  },
  access: {
    upgrade: 'upgrade_required',
    forbidden: 'You are not allowed to do this',
    denied: 'Not allowed',
    notFound: 'Not found',
    databaseUnavailable: 'Our database cannot be reached, please try again in a moment',
    tooMany: 'Too many tries, please wait a moment',
    tooLarge: 'This is too large',
  },
} as const

/** 'At most 200 characters': for a text that exceeds its field. `max` in characters. */
export function tooLongMessage(max: number): string {
  return `At most ${max} characters`
}

/** 'You can try again in 40 seconds': for a client over its rate limit. */
export function waitMessage(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  return `You can try again in ${whole} ${whole === 1 ? 'second' : 'seconds'}.`
}

/** 'At most 50 addresses at a time': for a share e-mail with more recipients. */
export function tooManyAddressesMessage(max: number): string {
  return `At most ${max} addresses at a time`
}

/** 'At least 6 characters': for a text too short for its field. `min` in characters. */
export function tooShortMessage(min: number): string {
  return `At least ${min} characters`
}

/** For a user who signs in to a suspended account. */
export function suspendedMessage(reason: string): string {
  return `This account is suspended: ${reason}`
}

/**
 * The media library's message for an unsupported file. `kilobytes`: the size limit, in kilobytes of 1000 bytes.
 * `videoKilobytes`: that of videos; missing: they are not accepted.
 */
export function invalidFileMessage(kilobytes: number, videoKilobytes?: number): string {
  const pictures = `Invalid file. We support PNG, JPG, GIF and SVG files up to ${kilobytes / 1000} MB`
  return videoKilobytes === undefined
    ? pictures
    : `${pictures}, and MP4 and WebM videos up to ${videoKilobytes / 1000} MB`
}

/** The editor's message for a picture that is too large. `kilobytes`: the size limit, in kilobytes of 1000 bytes. */
export function imageTooLargeMessage(kilobytes: number): string {
  return `No more than ${kilobytes / 1000} mb please`
}

/** One of the three generic errors. `random` returns a number from 0 up to, not including, 1. */
export function genericError(random: () => number = Math.random): string {
  const index = Math.min(messages.generic.length - 1, Math.floor(random() * messages.generic.length))
  return messages.generic[index] as string
}

/** Message for a taken name. `taken`: number of taken names entered before in this form. */
export function takenMessage(taken: number): string {
  return taken === 0 ? messages.taken[0] : messages.taken[1]
}

/** Message for a wrong deck password. `tries`: number of wrong passwords before; wraps after the fourth text. */
export function wrongPasswordMessage(tries: number): string {
  return messages.wrongPassword[tries % messages.wrongPassword.length] as string
}

/** The toast after a save from which the sanitizer removed something. `removed`: sentences. */
export function removedMessage(removed: readonly string[]): string {
  const first = [...new Set(removed)].slice(0, 3).join('; ')
  return `Some markup can't be kept and was taken out: ${first}`
}
