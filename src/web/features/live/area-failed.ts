/** Error text of an area of the speaker view or the presenter's page. */
export const areaFailed = 'This could not be shown. Your audience stays where it is.'
