import { escapeHtml } from '../../rules/escape-html.ts'
import { oneLine } from '../../rules/one-line.ts'
import type { Mail } from '../services.ts'

/**
 * Stands for the instance's name in subjects and texts; the mailer fills it in. The characters are of the private use
 * area, which no user can type into a name or title.
 */
export const siteName = '\uE000site-name\uE001'

/** Stands for the head of the HTML version: the instance's logo, or its name. */
const siteHead = '\uE000site-head\uE001'

/** The instance that sends a mail. */
export interface MailSite {
  readonly name: string
  readonly baseUrl: string
  /** The absolute URL of its own logo; null: none. */
  readonly logoUrl: string | null
}

/** Mail programs load no remote pictures at first, so the alternative text is styled like the name without a logo. */
function headHtml({ name, baseUrl, logoUrl }: MailSite): string {
  const shown =
    logoUrl === null
      ? escapeHtml(name)
      : `<img style="${logoStyle}" src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}" height="40">`
  return `<p style="${headStyle}"><a style="color:${ink};text-decoration:none" href="${escapeHtml(baseUrl)}">${shown}</a></p>`
}

/** Fills in the instance's name and logo. */
export function withSite(mail: Mail, site: MailSite): Mail {
  const fill = (text: string, value: string) => text.replaceAll(siteName, () => value)
  return {
    ...mail,
    subject: fill(mail.subject, site.name),
    text: fill(mail.text, site.name),
    html: fill(
      mail.html.replace(siteHead, () => headHtml(site)),
      escapeHtml(site.name),
    ),
  }
}

/** The content of a mail: plain text, escaped in the HTML version. */
export interface MailContent {
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Values with their names, which may be links, below the paragraphs: a table whose second column is aligned at its end. */
  readonly rows?: readonly { readonly name: string; readonly value: string; readonly url?: string }[]
  /** The call to action. `url` begins with the instance's base URL. */
  readonly button?: { readonly label: string; readonly url: string }
  /** A linked picture at the top, only in the HTML version. Both URLs begin with the instance's base URL. */
  readonly picture?: { readonly url: string; readonly alt: string; readonly leadsTo: string }
  /** Small print at the end. */
  readonly note?: string
  /** The link that ends such mails, after the note; also offered by mail programs. */
  readonly unsubscribe?: { readonly label: string; readonly url: string }
  readonly senderName?: string
  readonly replyTo?: string
}

/** Prevents header injection: a line break would begin another header. */
const headerText = (text: string): string => oneLine(text).trim()

// The light values of the tokens in ui/tokens.css: mail programs know no custom properties, and make dark ones themselves.
const font = '-apple-system,Segoe UI,Helvetica,Arial,sans-serif'
const [ink, faint, line, accent] = ['#14201b', '#5f6d66', '#dde2db', '#0b6650']
const bodyStyle = 'max-width:600px;margin:0 auto;padding:24px;overflow-wrap:anywhere'
const headStyle = `margin:0 0 24px;font:600 20px/1.4 ${font};color:${ink}`
const logoStyle = 'display:block;height:40px;width:auto;max-width:240px;border:0'
const textStyle = `margin:0 0 16px;font:16px/1.5 ${font};color:${ink}`
const tableStyle = `width:100%;margin:0 0 24px;border-collapse:collapse;font:16px/1.5 ${font};color:${ink}`
const cellStyle = `padding:8px 0;border-bottom:1px solid ${line};text-align:left;vertical-align:top`
const valueStyle = `${cellStyle};padding-left:16px;text-align:right;white-space:nowrap`
const buttonStyle = `display:inline-block;padding:10px 18px;border-radius:10px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none`
const pictureStyle = 'display:block;width:100%;max-width:480px;height:auto;border:0;border-radius:8px'
const noteStyle = `margin:24px 0 0;font:13px/1.5 ${font};color:${faint}`

function rowsHtml(rows: NonNullable<MailContent['rows']>): string {
  const nameHtml = ({ name, url }: (typeof rows)[number]) =>
    url ? `<a style="color:${accent}" href="${escapeHtml(url)}">${escapeHtml(name)}</a>` : escapeHtml(name)
  const row = (one: (typeof rows)[number]) =>
    `<tr><td style="${cellStyle}">${nameHtml(one)}</td><td style="${valueStyle}">${escapeHtml(one.value)}</td></tr>`
  return `<table style="${tableStyle}">${rows.map(row).join('')}</table>`
}

const rowText = ({ name, value, url }: NonNullable<MailContent['rows']>[number]) =>
  `${name}: ${value}${url ? `\n${url}` : ''}`

/** A mail with the same content as text and as HTML, in the product's layout. */
export function composeMail(content: MailContent): Mail {
  const { paragraphs, rows = [], button, note, picture, unsubscribe } = content
  const text = [
    ...paragraphs,
    ...(rows.length > 0 ? [rows.map(rowText).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(note ? [note] : []),
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
  ]
  const html = [
    siteHead,
    ...(picture
      ? [
          `<p style="${textStyle}"><a href="${escapeHtml(picture.leadsTo)}"><img style="${pictureStyle}" src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}" width="480"></a></p>`,
        ]
      : []),
    // Line breaks are a user's own.
    ...paragraphs.map((text) => `<p style="${textStyle}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`),
    ...(rows.length > 0 ? [rowsHtml(rows)] : []),
    ...(button
      ? [
          `<p style="${textStyle}"><a style="${buttonStyle}" href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>`,
        ]
      : []),
    ...(note ? [`<p style="${noteStyle}">${escapeHtml(note)}</p>`] : []),
    ...(unsubscribe
      ? [
          `<p style="${noteStyle}"><a style="color:${faint}" href="${escapeHtml(unsubscribe.url)}">${escapeHtml(unsubscribe.label)}</a></p>`,
        ]
      : []),
  ]
  return {
    to: content.to,
    subject: headerText(content.subject),
    text: `${text.join('\n\n')}\n\n${siteName}\n`,
    html: `<!doctype html><html lang="en"><body style="margin:0;background:#ffffff"><div style="${bodyStyle}">${html.join('')}</div></body></html>`,
    ...(content.senderName ? { senderName: headerText(content.senderName) } : {}),
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.url } : {}),
  }
}
