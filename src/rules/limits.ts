/**
 * Bounds of all user and API input, grouped by noun. Lengths in characters, sizes in bytes, pictures in px, unless
 * stated otherwise.
 */
export const limits = {
  /** The footer of a deck's slides, in characters. */
  footer: {
    text: 200,
    alt: 500,
    /** All of it, as JSON. */
    bytes: 4_000,
  },
  /** One slide and its contents. */
  slide: {
    /** Speaker notes of one slide. */
    notes: 10_000,
    /** HTML of one slide, in bytes of UTF-8. */
    bytes: 1_000_000,
    /** Elements and text nodes of one slide. */
    nodes: 20_000,
    /** Nesting depth of elements. */
    depth: 60,
    /** Attributes of one element. */
    attributes: 64,
    /** URL of a background video, a background iframe or an iframe block. */
    url: 2_000,
    /** A video URL of at least this length counts as set: mute, loop and size become available. */
    videoUrlMin: 2,
    /** Length of a class name, and classes per element. */
    className: 40,
    classes: 20,
    /** A block's name. */
    blockName: 200,
    /** TeX source of one formula. */
    formula: 5_000,
  },
  /** Font size of the speaker notes: larger below `shortBelow` characters, smaller above `longAbove`. */
  notes: { shortBelow: 120, longAbove: 210 },
  deck: {
    title: 200,
    description: 2_000,
    slug: 255,
    slides: 500,
    /** The deck's HTML. */
    bytes: 20_000_000,
    /** Body of a save: the deck, its notes and the surrounding JSON. */
    saveBytes: 25_000_000,
    /** Largest integer of the database column; reached after 68 years of one save per second. */
    version: 2_147_483_647,
    /** Stored revisions; the oldest is dropped first. */
    revisions: 100,
    /** Days until a trashed deck is deleted permanently. */
    trashDays: 30,
    /** Editors of a non-public deck whose owner has a paid plan below enterprise. */
    editors: 50,
  },
  /** Exports of decks as files. */
  export: {
    perHour: 20,
    /** Exports that one process makes at once. */
    atOnce: 2,
    /** Hours until a file is deleted. */
    keptHours: 24,
    /** How long one export may take, and each of its slides, in ms. */
    duration: 600_000,
    slideDuration: 60_000,
    /** Memory of the browser that draws it, in bytes. */
    memory: 1_000_000_000,
    /** Files in the list of the last exports. */
    listed: 20,
    /** A finished file, in bytes. */
    bytes: 500_000_000,
    /** Entries of a report. */
    reported: 200,
  },
  /** Decks that are synced to a file storage. */
  sync: {
    /** Synced decks of one user. */
    decks: 100,
    /** Uploads that one process makes at once; one user has one at a time. */
    atOnce: 2,
    /** Syncs begun by one check. */
    perCheck: 50,
    /** How long an authorization may take, in ms. */
    stateLife: 600_000,
  },
  account: {
    /** Usernames and team slugs. */
    usernameMin: 2,
    username: 40,
    name: 100,
    email: 255,
    passwordMin: 6,
    /** Bytes of UTF-8 of a password; longer passwords are refused, never truncated. */
    passwordBytes: 1_024,
    description: 500,
    urlMin: 4,
    url: 2_000,
    socialHandle: 15,
    analyticsId: 40,
  },
  coupon: { code: 50 },
  /** Days that an invitation to a team or a deck is open. */
  invitation: { days: 14 },
  /** `formerSlugs`: former slugs of a team that redirect to it. `slugChanges`: per day. */
  team: { name: 100, domain: 255, billingAddress: 500, formerSlugs: 3, slugChanges: 5 },
  passkey: { name: 60, count: 20 },
  /** `domains`: of one team. */
  signOn: { clientId: 255, clientSecret: 1_000, domains: 20 },
  apiToken: {
    name: 60,
    /** Tokens of one user. */
    count: 20,
  },
  /** Access links: `count` per deck; an accepted password is valid for `unlockHours` in the same browser. */
  token: { name: 255, password: 255, count: 100, unlockHours: 12 },
  shareEmail: {
    from: 255,
    to: 2_500,
    message: 2_500,
    /** E-mail addresses per request. */
    addresses: 50,
  },
  /** Contact message to the operators, and the URL of the deck it concerns. */
  contact: { message: 5_000, url: 2_000 },
  /** The operator's banner for signed-in users, in characters. */
  site: { warning: 300 },
  /** The operator's console, in characters: reasons, searches, reports of decks, the instance's name. */
  admin: { reasonMin: 3, reason: 500, search: 200, report: 2_000, instanceName: 60 },
  embed: {
    /** Digits of the width and height fields. */
    digits: 4,
    min: 1,
    width: 576,
    height: 420,
  },
  /** `quote`: the words that a comment is pinned to. `mentions`: people whom one comment sends a mail to. */
  comment: { text: 1_000, inputRows: 10, perPage: 20, quote: 500, replies: 100, mentions: 10, readSlides: 100 },
  font: {
    /** Adobe Fonts kit id, and the font_google field. */
    field: 255,
    suggestions: 10,
    /** Largest font file, in kilobytes of 1000 bytes, and the files of a user or team. */
    kilobytes: 10_000,
    count: 200,
  },
  media: {
    label: 200,
    /** Alternative text. */
    alt: 1_000,
    search: 50,
    /** Pixels of one picture; frames of an animation; pixels of all frames. */
    pixels: 40_000_000,
    /** Longest side of a picture, since decoders hold whole rows: one row of 39 megapixels needs 1.7 GB. */
    side: 30_000,
    frames: 200,
    framePixels: 100_000_000,
  },
  upload: {
    /** Largest picture, in kilobytes of 1000 bytes. */
    imageKilobytes: 10_000,
    /** Largest video, in kilobytes of 1000 bytes. */
    videoKilobytes: 100_000,
    /** Largest file to import, in kilobytes of 1000 bytes. */
    importKilobytes: 100_000,
    /** Concurrent uploads per user. */
    concurrency: 2,
    /** Length of the upload queue. */
    queue: 100,
    /** Pointer distance in px that starts dragging a media item. */
    dragThreshold: 10,
  },
  import: {
    /** Imports of one user that have not ended. */
    open: 5,
    /** Hours that a finished import waits for the editor to take its slides. */
    slideHours: 24,
    /** Characters of a file's name. */
    fileName: 200,
    /** Imports of a deck whose reports are listed. */
    reports: 20,
    /** Remarks of one report. */
    remarks: 500,
    /** Of an import from an address: its characters, files of the page, and the ms in which all of them are fetched. */
    address: 2_000,
    fetchedFiles: 500,
    fetching: 120_000,
    /** Longest side in px of the picture of a page. */
    pictureSide: 1_920,
  },
  /** ZIPs that users send: entries, and bytes of all of them when unpacked. */
  zip: { entries: 5_000, bytes: 500_000_000 },
  theme: {
    name: 200,
    scripts: 20,
    scriptUrl: 2_000,
    lessBytes: 256_000,
    cssBytes: 512_000,
    htmlBytes: 100_000,
    jsBytes: 256_000,
    /** Snippets, and the characters of one and of all templates. */
    snippets: 200,
    snippetTemplate: 20_000,
    snippetBytes: 200_000,
    /** Colors of a palette. */
    palette: 64,
    /** Length of a CSS font family list. */
    fontFamily: 200,
    /** Themes of a user or team. */
    count: 100,
    /** Versions of a theme that can be restored, and their bytes together. */
    versions: 50,
    versionBytes: 5_000_000,
  },
  /** Length of one value entered for a snippet. */
  snippet: { value: 2_000 },
  /** Tags of one media library, and media ids in one request about a tag. */
  tag: { name: 200, count: 100, mediaIds: 1_000 },
  /**
   * Slide templates per user or team: their number, and the bytes of their HTML together. The limits of a slide apply to each
   * template.
   */
  template: { label: 200, count: 100, bytes: 10_000_000 },
  /** `counted`: results are counted up to this; beyond it the search shows that there are more. */
  search: { term: 200, perPage: 8, counted: 500 },
  list: { perPage: 20, perPageMax: 100 },
  /** `people`: collaborators of one deck besides its owner, invited ones included. */
  collaboration: { people: 200, teamSuggestions: 5, panelCollapsedWidth: 60, commentAutoScroll: 600 },
  http: {
    /** Minimum transfer rate of a body; slower requests are aborted, see timings.requestBodyWindow. */
    bodyBytesPerSecond: 4_000,
    /** Routes with at least this bodyLimit get the longer timeout of uploads and imports. */
    longBody: 10_000_000,
    /** Per IP address: incomplete bodies, and connections without a request. */
    bodiesPerAddress: 500,
    waitingPerAddress: 5_000,
  },
  /** Message bytes, and messages per second, of a socket without a namespace. Each namespace has its own limits. */
  unjoinedSocket: { messageBytes: 10_000, messagesPerSecond: 30 },
  /** A batch of changes that an editor sends over its socket. Larger changes are saved by a request. */
  batch: {
    ops: 1_000,
    /** Its JSON, in UTF-8 bytes. */
    bytes: 60_000,
    /** Batches per user: on average, and at once. */
    perSecond: 10,
    burst: 30,
    /** Changed slides with their notes, before and after, in characters. Comparing more would block other requests. */
    characters: 100_000,
    /** Stored operations of one version, in bytes of JSON. Beyond it, followers read the deck again. */
    storedBytes: 200_000,
    /** How long stored operations are kept, in hours, and of how many versions of a deck. */
    keptHours: 48,
    keptVersions: 1_000,
    /** Versions, and bytes of their operations, that are read at once. Clients further behind read the deck again. */
    readVersions: 200,
    readBytes: 1_000_000,
  },
  live: {
    /** One stream state. */
    stateBytes: 16_000,
    /** One WebSocket frame: a state of that size as an escaped string, plus its envelope. */
    frameBytes: 40_000,
    /** Slide and fragment indices; same bound as the player's. */
    index: 9_999,
    /** Frames per socket and second. */
    messagesPerSecond: 30,
    /** Sockets per session, and audience sockets per IP address: a lecture hall shares one. */
    socketsPerSession: 20,
    socketsPerAddress: 5_000,
    /** New handshakes per process and second; others get a Retry-After before anything is read for them. */
    handshakesPerSecond: 200,
    /**
     * Handshakes per second with a valid reconnect token, and the token's lifetime. After a crash a lecture hall
     * reconnects: ten thousand clients within one reconnect interval.
     */
    reconnectsPerSecond: 3_500,
    reconnectTokenHours: 12,
    /** Listen backlog; the operating system makes further clients retry after a second. */
    waitingConnections: 4_096,
    /** Send buffer of a slow socket, in bytes. */
    queueBytes: 256_000,
  },
  /** The channel of a deck's collaborators. */
  channel: {
    /** One message, with its frame: a batch. */
    messageBytes: 64_000,
    messagesPerSecond: 30,
    socketsPerAddress: 200,
    /** Messages to others of one socket: each is checked in the database. */
    broadcastsPerSecond: 5,
  },
  analytics: {
    /** Retention of reading statistics, and their ranges, in days. */
    days: 366,
    ranges: [7, 30, 90, 365],
    /** Lifetime of a page's reading token, in hours. */
    readingHours: 24,
  },
  /** In-memory caches of one process: in bytes, or in entries where all have the same size. */
  memory: {
    /** Frame documents of public decks, compressed. */
    frames: 32_000_000,
    /** Public deck pages as visitors see them. */
    pages: 32_000_000,
    /** Uploaded SVGs that were sanitized again on reading. */
    drawings: 32_000_000,
    /** Themes of decks, with their sources. */
    themes: 32_000_000,
    /** Lists of uploaded fonts. */
    fonts: 8_000_000,
    /** Viewers counted within the last half hour, about 200 bytes each. */
    viewers: 20_000,
    /** Browsers whose cookie was verified, about 200 bytes for each of three results. */
    visitors: 10_000,
  },
  activity: { entries: 1_000 },
  /** The counter of a prompt turns negative above this fraction of the maximum length. */
  prompt: { counterNegativeAbove: 0.95 },
  storageMeter: { negativeAbove: 0.9, warningAbove: 0.7 },
  /** Sizes and distances on screen, in px. */
  ui: {
    mediaLibrary: { width: 1110, height: 660 },
    templatesPanel: { width: 450, height: 800 },
    layoutsPanel: { width: 560, height: 720 },
    /** Custom guides per direction. */
    guides: 50,
    sharePopup: { width: 600, height: 400 },
    bubbleWidth: 400,
    headerAfterScroll: 30,
    headerNearTop: 20,
    expanderNearEdge: 50,
    scrollShadow: 20,
    tooltipArrow: 6,
    scrollToOffset: -20,
    resizerMin: 1,
  },
} as const
