/** Digits of a code of an authenticator app. */
export const codeDigits = 6
/** Recovery codes of a user. */
export const recoveryCodeCount = 10
/** Characters of a recovery code, without its dashes. */
export const recoveryCodeLength = 16
/** Wrong codes after which signing in begins again with the password. */
export const codeTries = 5
