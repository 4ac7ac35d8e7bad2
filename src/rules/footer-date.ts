/** The forms of a date in a footer, each with the locale that writes it so. */
export const footerDateForms = { long: 'en-US', 'day-first': 'en-GB', dots: 'de-DE', iso: 'sv-SE' } as const
export type FooterDateForm = keyof typeof footerDateForms

/** A day in one of the forms, in the time zone of the process or browser: 'March 2, 2026', '02.03.2026' … */
export function footerDate(date: Date, form: FooterDateForm): string {
  const words = form === 'long' || form === 'day-first'
  return date.toLocaleDateString(
    footerDateForms[form],
    words ? { dateStyle: 'long' } : { year: 'numeric', month: '2-digit', day: '2-digit' },
  )
}
