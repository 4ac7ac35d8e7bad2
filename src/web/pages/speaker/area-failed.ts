/** Error text of an area of the speaker view. */
export const areaFailed = 'This could not be shown. Your audience stays where it is.'
