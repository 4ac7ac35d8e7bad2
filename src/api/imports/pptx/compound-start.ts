/** Compound files: presentations of PowerPoint 97 to 2003, and newer ones with a password. */
export const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex')
