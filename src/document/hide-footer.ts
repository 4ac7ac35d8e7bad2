/** Section attribute of slides that do not show the footer of theme and deck. */
export const hideFooterAttribute = 'data-l-hide-footer'
