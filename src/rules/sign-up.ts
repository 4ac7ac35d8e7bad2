/** Who may create an account: everyone, people with an invitation, or nobody. */
export const signUpModes = ['open', 'invitation', 'closed'] as const

/** The sign-up setting of an instance. */
export type SignUpMode = (typeof signUpModes)[number]

/** Whether a text is one of the modes. */
export function isSignUpMode(text: string): text is SignUpMode {
  return (signUpModes as readonly string[]).includes(text)
}

/** What decides the sign-up of an instance. */
export interface SignUpFacts {
  readonly production: boolean
  /** BILLING. */
  readonly billing: string
  /** SIGN_UP; null if not set. */
  readonly setting: SignUpMode | null
  /** The console's choice; null if none. */
  readonly chosen: SignUpMode | null
  readonly hasOperator: boolean
}

/** The mode while no operator has chosen another one. */
export function defaultSignUp({
  production,
  billing,
  setting,
}: Omit<SignUpFacts, 'chosen' | 'hasOperator'>): SignUpMode {
  return setting ?? (production && billing === 'off' ? 'invitation' : 'open')
}

/** Whether the first operator is missing: then sign-up takes a set-up code and nothing else. */
export function needsSetup({ production, hasOperator }: Pick<SignUpFacts, 'production' | 'hasOperator'>): boolean {
  return production && !hasOperator
}

/** The effective mode. In production sign-up is closed until an operator exists. */
export function signUpMode(facts: SignUpFacts): SignUpMode {
  if (needsSetup(facts)) return 'closed'
  return facts.chosen ?? defaultSignUp(facts)
}
