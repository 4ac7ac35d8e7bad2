/** Begins the address that stands for a file until the page's script has opened it. */
export const scriptAddress = 'lectern-file:'
