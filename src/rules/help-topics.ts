/** A page of the help. */
export interface HelpTopic {
  /** Path segment: /help/{id}. */
  readonly id: string
  readonly title: string
  /** One sentence that summarizes the page. */
  readonly summary: string
  /** Synonyms for the search. */
  readonly words: string
  /** Whether it is about plans, and missing on instances without billing. */
  readonly needsBilling?: true
}

/** Help topics in reading order. Shared by the help's search and the editor's palette. */
export const helpTopics: readonly HelpTopic[] = [
  {
    id: 'first-deck',
    title: 'Your first deck',
    summary: 'From an empty slide to a talk in five steps.',
    words: 'start begin new create slide block save autosave tutorial',
  },
  {
    id: 'pictures',
    title: 'Images',
    summary: 'Drop, paste and crop images; which files are taken.',
    words: 'picture photo upload png jpg gif svg webp avif drawing background screenshot storage',
  },
  {
    id: 'importing',
    title: 'Importing',
    summary: 'Bring a PowerPoint, PDF, reveal.js or Markdown file, a spreadsheet, a text or a program into a deck.',
    words:
      'import pptx slides.com zip html upload paste word google docs excel sheets mermaid csv code table chart blocks',
  },
  {
    id: 'exporting',
    title: 'Exporting',
    summary: 'Take a deck along as a PDF, as a PowerPoint file, or as HTML that opens offline.',
    words: 'export download save pdf pptx keynote libreoffice zip html offline print handout notes backup',
  },
  {
    id: 'presenting',
    title: 'Presenting',
    summary: 'Fullscreen, live to an audience, and the speaker view with notes and a timer.',
    words: 'present live speaker notes timer audience hall laser pointer pause qr phone remote follow',
  },
  {
    id: 'keyboard',
    title: 'Keyboard shortcuts',
    summary: 'The keys of a presentation and the ones of the editor worth knowing.',
    words: 'keys shortcuts hotkeys arrows palette',
  },
  {
    id: 'visibility',
    title: 'Who can see a deck',
    summary: 'Public, private, and what each of them means.',
    words: 'public private internal visibility access permission secret',
  },
  {
    id: 'private-links',
    title: 'Private links',
    summary: 'Show a private deck to people without an account, and end it again.',
    words: 'share link token url invite reviewers revoke remove views access',
  },
  {
    id: 'passwords',
    title: 'Passwords',
    summary: 'A password for a private link, and a new one for your account.',
    words: 'password protect lock forgot reset sign in protected',
  },
  {
    id: 'account-security',
    title: 'Securing your account',
    summary: 'Two-step sign-in, passkeys, a new e-mail address, and tokens for programs.',
    words: 'two-step 2fa totp authenticator recovery code passkey fingerprint e-mail address session device api token',
  },
  {
    id: 'embedding',
    title: 'Embedding',
    summary: 'Put a deck into a page of your own, and link to one of its slides.',
    words: 'embed iframe code website blog wordpress footer oembed link slide hash',
  },
  {
    id: 'lost-work',
    title: 'Something is lost',
    summary: 'The trash, earlier versions, and what the browser kept.',
    words: 'trash recover restore revision version history undo crash unsaved backup deleted',
  },
  {
    id: 'teams',
    title: 'Teams',
    summary: 'An address for all decks of a group: people, roles, internal decks and settings.',
    words:
      'team company group organization member owner admin role invite invitation subdomain seat deactivate internal',
  },
  {
    id: 'plans',
    title: 'Plans',
    summary: 'What each plan gives, how it is paid, and what happens when it ends.',
    words: 'plan price pricing free lite pro team upgrade billing card coupon receipt cancel storage limit',
    needsBilling: true,
  },
  {
    id: 'self-hosting',
    title: 'Self-hosting',
    summary: 'Run an instance of your own: two commands, one folder.',
    words: 'install server docker host own instance operator backup update postgres',
  },
]

export function helpPath(topic: Pick<HelpTopic, 'id'>): string {
  return `/help/${topic.id}`
}

/** The topics of an instance with or without billing. */
export function topicsOf(billing: boolean): readonly HelpTopic[] {
  return helpTopics.filter(({ needsBilling }) => billing || !needsBilling)
}

/** Topics in which every query word is the prefix of a word; title matches first. */
export function findHelp(query: string, billing: boolean): readonly HelpTopic[] {
  const topics = topicsOf(billing)
  const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const wanted = words(query).filter((word) => word !== '')
  if (wanted.length === 0) return topics
  const holds = (text: string) => wanted.every((part) => words(text).some((word) => word.startsWith(part)))
  const inTitle = topics.filter(({ title }) => holds(title))
  const elsewhere = topics.filter(
    (topic) => !inTitle.includes(topic) && holds(`${topic.title} ${topic.summary} ${topic.words}`),
  )
  return [...inTitle, ...elsewhere]
}
