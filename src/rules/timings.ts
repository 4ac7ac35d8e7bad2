const defaults = {
  /** How often a page of a signed-in person asks whether the session still lives. */
  sessionCheck: 60_000,
  /** How often the editor looks for unsaved changes. */
  changesCheck: 1_500,
  /** The least time between the starts of two automatic saves. */
  autosave: 4_000,
  /** A save that has not ended by then has failed. */
  saveTimeout: 25_000,
  /** The body of a request is there within this, or is ended; for uploads and imports the second holds. */
  requestBody: 120_000,
  longRequestBody: 900_000,
  /** The speed of a body is taken over this. */
  requestBodyWindow: 30_000,
  /** A change is in the browser's own journal after at most this. */
  journal: 200,
  /** A journal that the browser refused is tried again after this. */
  journalRetry: 2_000,
  /** Without pointer, key or touch for this long, a collaborator is idle. */
  collaborationIdle: 240_000,
  /** A typing sign of another person disappears this long after the last signal. */
  typingReset: 15_000,
  /** While typing, the signal is sent at most this often. */
  typingSend: 5_000,
  /** How often the live view asks for the stream again while it waits for the presenter. */
  liveRetry: 20_000,
  /** The longest pause between two attempts to reconnect a socket. */
  socketReconnectMax: 10_000,
  /** The first pause between two attempts to reconnect a socket. */
  socketReconnect: 500,
  /** The pause of the first minute: a server that was killed is mostly there again within seconds, and this long after its
   * return everybody has asked for it. */
  socketReconnectSoon: 3_500,
  /** How often each socket is asked whether it is still there: proxies and networks forget it only later than that. */
  socketHeartbeat: 30_000,
  /** A socket that has not said by then what it is for is closed. */
  socketJoin: 10_000,
  /** How soon a page that was refused asks whether it may follow again, and at most how long it waits between two questions. */
  liveReturn: 3_000,
  liveReturnMax: 30_000,
  /** 'Lost connection to server' shows after this long, for the live stream and for collaboration. */
  liveConnectionLost: 10_000,
  /** A page waits so long for an answer of its socket's server; what is later counts as lost. */
  liveAnswer: 10_000,
  /** The audience waits for a presenter again this long after the last page that presents has gone. */
  livePublisherGone: 60_000,
  /** How often a server looks again who may follow a stream: who may not any more is out after a little more than this. */
  liveAccessCheck: 3_000,
  /** What a look at a deck's followers may take: then the next deck's turn comes, and this one's at the next look. */
  liveAccessPatience: 2_000,
  /** While a crowd asks for the same deck or link, it is read this often at most, each time for all who have asked by then. */
  liveReadsApart: 20,
  /** A server that stops spreads those who come back over at most this. */
  liveComeBack: 30_000,
  /** A newer deck is asked for by everybody who follows within this long for each of them. */
  liveNewerDeckPerFollower: 5,
  collaborationConnectionLost: 6_000,
  /** A finger that rests for this long asks for the menu. */
  longPress: 500,
  /** A finger that rests on a slide of the list for this long lifts it: from then on it moves the slide and not the list. */
  slideLift: 300,
  popupFade: 500,
  /** Reviewers' content refreshes at most once in this many ms for every four slides. */
  contentRefreshPerFourSlides: 1_000,
  /** The countdown before a redirect after a handover or a removal. */
  handover: 5_000,
  /** A request to take over editing ends by itself after this. */
  handoverRequest: 60_000,
  notification: 5_000,
  /** Each further held notification goes this much later than the one before. */
  notificationReleaseStep: 1_000,
  notificationBase: 2_500,
  notificationPerCharacter: 15,
  /** Below this much remaining time the retry notification says 'Retrying...'. */
  retrying: 2_000,
  shareEmailSuccess: 3_000,
  searchThrottle: 300,
  autocompleteThrottle: 500,
  menuHide: 150,
  fontLoad: 5_000,
  activityCheck: 500,
  pointerDownReset: 30_000,
  passwordOutro: 600,
  /** The hash of a password takes at least this long, unless the dearest kind is quicker on this machine. */
  passwordHash: 50,
  /** A new deck's picture is drawn this long after it was saved: until then its card shows only its colors. */
  firstThumbnail: 0,
  /** What was seen of a deck is told this long after it was seen, when nothing tells it sooner. */
  readingTold: 10_000,
  timeRefresh: 120_000,
  summaryPillShow: 1_000,
  summaryPillHide: 6_000,
  navigationInstruction: 6_000,
  verticalNavigationInstruction: 1_000,
  tooltipFade: 150,
  /** A tooltip opened within this time after another closed opens without its delay. */
  tooltipDelayThreshold: 500,
  /** Hovering this long opens a tooltip. */
  tooltipDelay: 500,
  tocThrottle: 100,
  tutorialFade: 400,
  liveBubble: 5_000,
  tokenRemoval: 300,
  /** Validation runs this long after the last keystroke, and sooner while an error is shown. */
  validation: 600,
  validationWithError: 300,
  scrollTo: 1_000,
  uploadToLibrary: 60_000,
  editorUpload: 90_000,
  importSocket: 240_000,
  exportPoll: 2_000,
  /** The transition between two slides. */
  slideTransition: 800,
  animationFast: 200,
  animation: 400,
  animationSlow: 600,
}

/** Every duration of the product, in ms, by name. Read it at the time of use, so that an override counts. */
export type Timings = { readonly [name in keyof typeof defaults]: number }

const current = { ...defaults }

/** The durations in force, in ms. */
export const timings: Timings = current

function isTiming(name: string): name is keyof Timings {
  return Object.hasOwn(defaults, name)
}

/**
 * Changes some durations (ms) for this process or page and returns a function that puts the earlier ones back.
 * Tests and slow or fast set-ups use it; a name that does not exist is ignored.
 */
export function overrideTimings(partial: Partial<Timings> | Readonly<Record<string, number>>): () => void {
  const before = { ...current }
  for (const [name, value] of Object.entries(partial)) {
    if (isTiming(name) && typeof value === 'number' && Number.isFinite(value) && value >= 0) current[name] = value
  }
  return () => {
    Object.assign(current, before)
  }
}
