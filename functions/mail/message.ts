import type { Block } from '#shared/rules/richText.ts'

/** An inline picture of a mail, which the content refers to by its `fileId`. */
export type Picture = { fileId: string; type: string; bytes: Uint8Array }
type Link = { address: string; text: string }
/**
 * The content of a mail, independent of its format: paragraphs, facts (a list of names and values), answer buttons and a link. Plain text.
 */
export type MailMessage = {
  subject: string
  paragraphs: readonly string[]
  facts?: readonly (readonly [name: string, value: string])[]
  buttons?: readonly Link[]
  link?: Link
  closing?: string
  /** Sections, each with a title, a text and a link. */
  entries?: readonly { title: string; text: string; link: Link }[]
  /** Rich text from the editor, shown before the facts. */
  content?: readonly Block[]
  /** The pictures in `content`. */
  pictures?: readonly Picture[]
  /** The display name of the sender; by default Touchline's. */
  from?: string
  /** The Reply-To address; replies to our own address are not read. */
  replyTo?: string
  /** Why its reader gets it, if that is more specific than the text of its kind (`footer.ts`). */
  why?: string
  /** Attachments; names in ASCII. */
  files?: readonly { name: string; type: string; bytes: Uint8Array }[]
  /** An iMIP event (RFC 6047) for the reader's calendar app. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; ics: string }
}

/** The footer of a mail. `oneClick`: the URL for the List-Unsubscribe header (RFC 8058). */
export type Footer = {
  why: string
  /** The club's name, and how to reach it. */
  club: readonly string[]
  stop?: Link
  duty?: string
  choose?: Link
  oneClick?: string
}

type RenderOptions = { locale?: string; footer?: Footer; rich?: { text: string; html: string } | undefined }

/** The mail as plain text and as HTML. All texts are escaped; `rich`: its rich text, rendered by `richOf`. */
export function renderMail(
  { paragraphs, entries = [], facts = [], buttons = [], link, closing }: MailMessage,
  { locale = 'en-US', footer, rich }: RenderOptions = {},
): {
  text: string
  html: string
} {
  const text = [
    ...paragraphs,
    ...(rich ? [rich.text] : []),
    ...entries.map(({ title, text, link }) => [title, text, link.address].filter(Boolean).join('\n')),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...[...buttons, ...(link ? [link] : [])].map(({ text, address }) => `${text}: ${address}`),
    ...(closing ? [closing] : []),
    ...(footer ? [textOfFooter(footer)] : []),
  ].join('\n\n')
  const p = (inner: string) => `<p>${inner}</p>`
  const body = [
    ...paragraphs.map((paragraph) => p(escaped(paragraph))),
    ...(rich ? [rich.html] : []),
    ...entries.map(({ title, text, link: { address, text: words } }) =>
      p(
        `<strong>${escaped(title)}</strong><br>${escaped(text)}<br><a href="${escaped(address)}">${escaped(words)}</a>`,
      ),
    ),
    ...(facts.length > 0
      ? [p(facts.map(([name, value]) => `${escaped(name)}: <strong>${escaped(value)}</strong>`).join('<br>'))]
      : []),
    ...(buttons.length > 0 ? [p(buttons.map(button).join('\n'))] : []),
    ...(link ? [p(`<a href="${escaped(link.address)}">${escaped(link.text)}</a>`)] : []),
    ...(closing ? [p(escaped(closing))] : []),
    ...(footer ? [htmlOfFooter(footer)] : []),
  ].join('\n')
  return {
    text,
    html: `<!doctype html>\n<html lang="${locale}">${head}\n<body style="${bodyStyle}">\n${body}\n</body></html>\n`,
  }
}

const linksOf = ({ stop, choose }: Footer) => [stop, choose].filter((link) => link !== undefined)

const textOfFooter = (footer: Footer) =>
  [
    '--',
    [footer.why, footer.duty].filter(Boolean).join(' '),
    footer.club.join(' · '),
    ...linksOf(footer).map(({ text, address }) => `${text}: ${address}`),
  ]
    .filter((line) => line !== '')
    .join('\n')

function htmlOfFooter(footer: Footer): string {
  const links = linksOf(footer).map(({ text, address }) => `<a href="${escaped(address)}">${escaped(text)}</a>`)
  const lines = [
    escaped([footer.why, footer.duty].filter(Boolean).join(' ')),
    escaped(footer.club.join(' · ')),
    links.join(' · '),
  ].filter((line) => line !== '')
  return `<hr style="border:0;border-top:1px solid #8a94a0">\n<p style="font-size:14px">${lines.join('<br>')}</p>`
}

/** Styles: at most 640 px wide, long words broken, dark mode by the reader's setting. */
const head =
  '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
  '<style>body{background:#ffffff;color:#141a21}a{color:#0b4a9e}' +
  '@media (prefers-color-scheme:dark){body{background:#14181d;color:#eef2f6}a{color:#9cc2ff}}</style></head>'
const bodyStyle = 'max-width:640px;margin:0 auto;padding:16px;font:16px/1.5 sans-serif;overflow-wrap:anywhere'

/** A link with inline styles, since mail clients ignore style sheets; without styles it remains a link. */
const button = ({ address, text }: Link) => `<a href="${escaped(address)}" style="${buttonStyle}">${escaped(text)}</a>`
const buttonStyle =
  'display:inline-block;min-width:96px;margin:0 12px 12px 0;padding:14px 20px;border-radius:12px;' +
  'background:#0f4fa8;color:#ffffff;font:bold 18px/1.25 sans-serif;text-align:center;text-decoration:none'

/** The text with HTML's special characters escaped. */
export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * A text that a stranger typed, made safe for a mail from us: one line of at most `max` characters, without anything that mail clients
 * turn into a link, and without characters that change the direction of text. `1/3`, `10:30` and `12.50` are kept; an IP address is not.
 */
export const quoted = (text: string, { max = 64 }: { max?: number } = {}): string =>
  [
    ...text
      .replaceAll(/(?!(?<=\d)[:/]\d)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069:/\\@<>]+/gu, ' ')
      .replaceAll(/\d+\.\d{1,2}(?![\w.:/])|\.(?=\S)/g, (found) => (found === '.' ? '. ' : found))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, max)
    .join('')
