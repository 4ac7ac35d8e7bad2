const defaults = {
  /** Interval at which pages check that the session is still valid. */
  sessionCheck: 60_000,
  /** Interval at which the editor checks for unsaved changes. */
  changesCheck: 1_500,
  /** Minimum interval between the starts of two automatic saves. */
  autosave: 4_000,
  /** Timeout of a batch over the socket: after that it is saved by a request. */
  batchAnswer: 6_000,
  /** A batch is sent when nothing was changed for the first time, and at the latest after the second. */
  batchPause: 300,
  batchMost: 800,
  /** A batch that does not come this long after its version was announced is lost: the deck is read again. */
  batchLate: 2_000,
  /** Timeout of a save. */
  saveTimeout: 25_000,
  /** Timeout for a request body; the second is for uploads and imports. */
  requestBody: 120_000,
  longRequestBody: 900_000,
  /** Window over which the transfer rate of a body is measured. */
  requestBodyWindow: 30_000,
  /** Timeout for decoding one picture. */
  pictureDecoding: 10_000,
  /** Maximum delay until a change is in the browser's journal. */
  journal: 200,
  /** Delay before retrying a failed journal write. */
  journalRetry: 2_000,
  /** Maximum time that the editor waits for the journal to be read before it opens without it. */
  journalAnswer: 8_000,
  /** A process that says nothing of its users' presence for this long has stopped. */
  presenceSilent: 40_000,
  /** A collaborator without pointer, key or touch input for this long is idle. */
  collaborationIdle: 240_000,
  /** Typing indicators of others disappear this long after the last event. */
  typingReset: 15_000,
  /** Minimum interval between typing events. */
  typingSend: 5_000,
  /** Interval at which the live view polls the stream while it waits for the presenter. */
  liveRetry: 20_000,
  /** Maximum reconnect delay of a socket. */
  socketReconnectMax: 10_000,
  /** First reconnect delay of a socket. */
  socketReconnect: 500,
  /**
   * Reconnect delay in the first minute. A killed server is usually back in seconds, and each client then asks once.
   */
  socketReconnectSoon: 3_500,
  /** Ping interval of each socket: shorter than the idle timeouts of proxies and networks. */
  socketHeartbeat: 30_000,
  /** A socket that has not joined a namespace within this time is closed. */
  socketJoin: 10_000,
  /** First and maximum delay before a refused page asks again whether it may follow. */
  liveReturn: 3_000,
  liveReturnMax: 30_000,
  /** Delay before 'Lost connection to server' is shown, for the live stream and for collaboration. */
  liveConnectionLost: 10_000,
  /** Timeout for an acknowledgment; a later one counts as lost. */
  liveAnswer: 10_000,
  /**
   * Delay before presenters and authors see that the server does not answer: longer than a mobile network needs to repeat
   * a lost packet (about 3 s), short enough to notice within a slide.
   */
  unanswered: 4_000,
  /** The audience waits for a presenter again this long after the last presenting page has gone. */
  livePublisherGone: 60_000,
  /** Interval at which a server rechecks the followers' access: a revoked follower is disconnected shortly after. */
  liveAccessCheck: 3_000,
  /** The longest time without such a check where all writes are known, so that it would find nothing. */
  liveAccessLongest: 30_000,
  /** Timeout of one deck's access check; its next check is at the next interval. */
  liveAccessPatience: 2_000,
  /** Minimum interval between reads of the same deck or link; a read serves all requests waiting at its start. */
  liveReadsApart: 20,
  /** A stopping server spreads its clients' reconnects over at most this time. */
  liveReconnectSpread: 30_000,
  /** Followers fetch a newer deck within this time multiplied by their number. */
  liveNewerDeckPerFollower: 5,
  collaborationConnectionLost: 6_000,
  /** A collaborator is disconnected when the last page has been gone for this long. */
  collaborationGone: 5_000,
  /** Minimum interval between two broadcasts of who is where in a deck. */
  presenceApart: 100,
  /** Minimum interval between two broadcasts of the states of all users. */
  presenceOfAllApart: 1_000,
  /** Duration of a long press, which opens the context menu. */
  longPress: 500,
  /** Duration of a long press that lifts an item of a list: the drag then moves the item instead of scrolling. */
  itemLift: 300,
  popupFade: 500,
  /** Reviewers' content refreshes at most once in this many ms for every four slides. */
  contentRefreshPerFourSlides: 1_000,
  /** Countdown before the redirect after a handover or a removal. */
  handover: 5_000,
  /** Timeout of a request to take over editing. */
  handoverRequest: 60_000,
  notification: 5_000,
  /** Delay between the disappearance of held toasts. */
  notificationReleaseStep: 1_000,
  /** Duration of a toast that offers something, or that names slides to look at. */
  notificationOffer: 15_000,
  notificationBase: 2_500,
  notificationPerCharacter: 15,
  /** Below this remaining time the retry toast shows 'Retrying...'. */
  retrying: 2_000,
  shareEmailSuccess: 3_000,
  searchThrottle: 300,
  autocompleteThrottle: 500,
  menuHide: 150,
  fontLoad: 5_000,
  activityCheck: 500,
  pointerDownReset: 30_000,
  passwordOutro: 600,
  /** Minimum duration of a password hash, unless the most expensive parameters are faster on this machine. */
  passwordHash: 50,
  /** Delay before a new deck's thumbnail is rendered; until then its card shows its colors. */
  firstThumbnail: 0,
  /** Maximum delay before seen slides are reported. */
  readingTold: 10_000,
  timeRefresh: 120_000,
  summaryPillShow: 1_000,
  summaryPillHide: 6_000,
  navigationInstruction: 6_000,
  verticalNavigationInstruction: 1_000,
  tooltipFade: 150,
  /** A tooltip opened within this time after another closed opens without delay. */
  tooltipDelayThreshold: 500,
  /** Hover delay of a tooltip. */
  tooltipDelay: 500,
  tocThrottle: 100,
  tutorialFade: 400,
  liveBubble: 5_000,
  tokenRemoval: 300,
  /** Validation delay after the last keystroke; shorter while an error is shown. */
  validation: 600,
  validationWithError: 300,
  scrollTo: 1_000,
  uploadToLibrary: 60_000,
  /** The same of a video, which may have ten times the bytes. */
  videoUpload: 600_000,
  editorUpload: 90_000,
  /** An import that says nothing for this long is given up. */
  importSocket: 240_000,
  /** Interval at which a page asks for the state of an import. */
  importPoll: 1_000,
  /** Longest time for reading one slide of an imported file. */
  importOther: 60_000,
  /** Most processor time for reading the slides of a file, before the first or from one to the next. */
  importWork: 8_000,
  /** Longest pause between two questions for the state of exports, and the first after one was started: most are short. */
  exportPoll: 2_000,
  /** Interval at which the open dialog of a deck's people reads them again: invitations are accepted meanwhile. */
  peoplePoll: 10_000,
  exportFirstPoll: 250,
  /** Interval at which the server looks for changed decks to sync. */
  syncCheck: 60_000,
  /** A changed deck is synced when nothing was changed for the first time, and at the latest after the second. */
  syncQuiet: 120_000,
  syncMost: 900_000,
  /** Transition between two slides. */
  slideTransition: 800,
  animationFast: 200,
  animation: 400,
  animationSlow: 600,
}

/** All durations, in ms, by name. Read them when used, so that overrides apply. */
export type Timings = { readonly [name in keyof typeof defaults]: number }

const current = { ...defaults }

/** The effective durations, in ms. */
export const timings: Timings = current

function isTiming(name: string): name is keyof Timings {
  return Object.hasOwn(defaults, name)
}

/**
 * Overrides some durations (ms) in this process or page; returns a function that restores the previous ones. For tests
 * and slow or fast environments; unknown names are ignored.
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
