/**
 * Every size, length and number that bounds what people and programs may put in, grouped by noun.
 * Lengths are in characters, sizes in bytes, pictures in px, unless the line says otherwise.
 */
export const limits = {
  /** One slide and what stands on it. */
  slide: {
    /** The slide's own size, whatever the screen: everything on it is measured in these px. */
    width: 960,
    height: 700,
    /** Speaker notes of one slide. */
    notes: 10_000,
    /** HTML of one slide, in bytes of UTF-8. */
    bytes: 1_000_000,
    /** Elements and text nodes of one slide. */
    nodes: 20_000,
    /** Elements inside one another. */
    depth: 60,
    /** Attributes of one element. */
    attributes: 64,
    /** Address of a background video, of a background frame, of an iframe block. */
    url: 2_000,
    /** From this many characters on a video address counts as given, and mute, loop and size can be set. */
    videoUrlMin: 2,
    /** One class name, and how many of them an element has at most. */
    className: 40,
    classes: 20,
    /** The name that people give a block. */
    blockName: 200,
    /** TeX source of one formula. */
    formula: 5_000,
  },
  /** Speaker notes are shown larger when shorter than `shortBelow` and smaller when longer than `longAbove`. */
  notes: { shortBelow: 120, longAbove: 210 },
  deck: {
    title: 200,
    description: 2_000,
    slug: 255,
    slides: 500,
    /** The whole deck's HTML. */
    bytes: 20_000_000,
    /** Body of a save: the deck, its notes, and JSON around them. */
    saveBytes: 25_000_000,
    /** The highest version that the database can count to; a save each second takes 68 years. */
    version: 2_147_483_647,
    /** Kept revisions; the oldest goes first. */
    revisions: 100,
    /** Days that a deck stays in the trash before it is deleted for good. */
    trashDays: 30,
    /** People with the editor role on a non-public deck of a paid owner outside enterprise. */
    editors: 50,
  },
  account: {
    /** Usernames and team slugs. */
    usernameMin: 2,
    username: 40,
    name: 100,
    email: 255,
    passwordMin: 6,
    /** Bytes of UTF-8 of a password; longer ones are refused, never cut. */
    passwordBytes: 1_024,
    description: 500,
    urlMin: 4,
    url: 2_000,
    socialHandle: 15,
    analyticsId: 40,
  },
  /** Access links: `count` of one deck; a password given once opens for `unlockHours` in the same browser. */
  token: { name: 255, password: 255, count: 100, unlockHours: 12 },
  shareEmail: {
    from: 255,
    to: 2_500,
    message: 2_500,
    /** Addresses of one call. */
    addresses: 50,
  },
  /** A message to the people who run the instance; the address of the deck it is about. */
  contact: { message: 5_000, url: 2_000 },
  /** Characters of the operator's line to signed-in users. */
  site: { warning: 300 },
  embed: {
    /** Characters of the width and height fields. */
    digits: 4,
    min: 1,
    width: 576,
    height: 420,
  },
  comment: { text: 1_000, inputRows: 10, perPage: 20 },
  font: {
    /** Typekit kit id, and the fonts service's family field. */
    field: 255,
    suggestions: 10,
  },
  media: {
    label: 200,
    search: 50,
    /** Megapixels of one picture; its frames; frames times pixels. */
    pixels: 40_000_000,
    frames: 200,
    framePixels: 100_000_000,
  },
  upload: {
    /** Largest picture, in kilobytes of 1000 bytes. */
    imageKilobytes: 10_000,
    /** Largest file to import, in kilobytes of 1000 bytes. */
    importKilobytes: 100_000,
    /** Uploads of one person running at the same time. */
    concurrency: 2,
    /** Files waiting at most. */
    queue: 100,
    /** px the pointer moves before dragging a media item begins. */
    dragThreshold: 10,
  },
  theme: { name: 200, scripts: 20, scriptUrl: 2_000, lessBytes: 256_000, snippets: 200 },
  /** Characters of one thing that a snippet asks for. */
  snippet: { value: 2_000 },
  tag: { name: 200 },
  /** Slide templates of one person: how many, and the bytes of their HTML together (each is also held to the limits of a slide). */
  template: { label: 200, count: 100, bytes: 10_000_000 },
  /** `counted`: results that are looked at and counted; a search with more says so. */
  search: { term: 200, perPage: 8, counted: 500 },
  list: { perPage: 20, perPageMax: 100 },
  collaboration: { teamSuggestions: 5, panelCollapsedWidth: 60, commentAutoScroll: 600 },
  http: {
    /** A body that comes more slowly is ended; see timings.requestBodyWindow. */
    bodyBytesPerSecond: 4_000,
    /** From this bodyLimit of a route on, its bodies may take as long as uploads and imports do. */
    longBody: 10_000_000,
    /** Of one address: bodies that are not there whole, and connections on which no request has begun. */
    bodiesPerAddress: 500,
    waitingPerAddress: 5_000,
  },
  live: {
    /** How far a slide may be scaled up; 1 when the presenter switches upsizing off. */
    upsizingMaxScale: 10,
    /** The presenter's expander shows while the pointer is this near to the left edge, in px. */
    expanderWithin: 50,
    /** Body of one stream state. */
    stateBytes: 16_000,
    /** Bytes of one frame on the wire: a state of that size in quotes, with what stands around it. */
    frameBytes: 40_000,
    /** Slide and fragment indices, as the player takes them. */
    index: 9_999,
    /** Frames that one socket may send in a second. */
    messagesPerSecond: 30,
    /** Sockets of one session, and those of the audience behind one address: a lecture hall is one. */
    socketsPerSession: 20,
    socketsPerAddress: 5_000,
    /** Sockets that one process lets in each second; the rest is told to come back before anything is read for it. */
    handshakesPerSecond: 200,
    /**
     * Those of pages that were here before, and the hours for which they can show it: a hall comes back after a crash, and
     * ten thousand come within the pause between their attempts.
     */
    returnsPerSecond: 3_500,
    returnHours: 12,
    /** Connections that may wait while the process is busy; the system tells those beyond to try again a second later. */
    waitingConnections: 4_096,
    /** Bytes that may wait for a slow socket. */
    queueBytes: 256_000,
  },
  analytics: {
    /** Days that the sums of how decks are read are kept; the ranges, in days, that they are shown for. */
    days: 366,
    ranges: [7, 30, 90, 365],
    /** Hours in which one loading of a page may still tell what was seen. */
    readingHours: 24,
  },
  /** What one process keeps in memory to answer again: in bytes, and by number where all are alike. */
  memory: {
    /** Documents of public decks' frames, compressed. */
    frames: 32_000_000,
    /** Pages of public decks as visitors see them. */
    pages: 32_000_000,
    /** Viewers that were counted within the last half hour, of about 200 bytes each. */
    viewers: 20_000,
  },
  activity: { entries: 1_000 },
  /** A prompt's counter turns negative above this part of its maximum length. */
  prompt: { counterNegativeAbove: 0.95 },
  storageMeter: { negativeAbove: 0.9, warningAbove: 0.7 },
  /** Sizes and distances on screen, in px. */
  ui: {
    mediaLibrary: { width: 1110, height: 660 },
    templatesPanel: { width: 450, height: 800 },
    /** Guides that somebody may draw in one direction. */
    guides: 50,
    sharePopup: { width: 600, height: 400 },
    bubbleWidth: 400,
    /** Below this window width the review view is small. */
    reviewSmallBelow: 850,
    headerAfterScroll: 30,
    headerNearTop: 20,
    expanderNearEdge: 50,
    scrollShadow: 20,
    tooltipArrow: 6,
    scrollToOffset: -20,
    resizerMin: 1,
  },
} as const
