/** Why a deck is reported, in the order of the form. */
export const reportReasons = {
  spam: 'Spam or advertising',
  deception: 'Fraud, phishing or malware',
  copyright: 'It uses my work without permission',
  hate: 'Hate or harassment',
  violence: 'Violence or threats',
  sexual: 'Sexual content',
  other: 'Something else',
} as const

/** A reason of a report. */
export type ReportReason = keyof typeof reportReasons

/** Open, or settled by an operator: dismissed, or acted on (the deck or its owner was suspended or warned). */
export const reportStates = ['open', 'dismissed', 'acted'] as const

/** The state of a report. */
export type ReportState = (typeof reportStates)[number]
