import type { Block } from '#shared/rules/richText.ts'

/** An image within the mail; its HTML refers to it by the file's id. */
export type Picture = { fileId: string; type: string; bytes: Uint8Array }
type Link = { address: string; text: string }
/**
 * A mail as data: paragraphs, a few facts one below the other, up to three buttons to answer with, side by side and sized for a
 * thumb, and one link.
 */
export type Letter = {
  subject: string
  paragraphs: readonly string[]
  facts?: readonly (readonly [name: string, value: string])[]
  buttons?: readonly Link[]
  link?: Link
  closing?: string
  /** The entries of a digest, each with its own link. */
  entries?: readonly { title: string; text: string; link: Link }[]
  /** Text written with the editor; placed before the facts. */
  content?: readonly Block[]
  /** The images in `content`. */
  pictures?: readonly Picture[]
  /** The sender's name, shown before our address instead of ours. */
  from?: string
  /** Where replies go; nobody reads replies to our own address. */
  replyTo?: string
  /** Why the reader gets it, if it differs from the usual reason for its kind. */
  why?: string
  /** Attachments; their names are ASCII. */
  files?: readonly { name: string; type: string; bytes: Uint8Array }[]
  /** An event for the reader's calendar app. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; ics: string }
}

/** The footer of a letter. `oneClick` is the URL that a mail program calls when the reader presses its unsubscribe button. */
export type Footer = {
  why: string
  /** The club's name, and how to reach it. */
  club: readonly string[]
  stop?: Link
  duty?: string
  choose?: Link
  oneClick?: string
}

type How = { locale?: string; footer?: Footer; rich?: { text: string; html: string } | undefined }

/** The letter as text and as HTML, with all content escaped. `rich`: text from the editor, rendered by `richOf`. */
export function written(
  { paragraphs, entries = [], facts = [], buttons = [], link, closing }: Letter,
  { locale = 'en-US', footer, rich }: How = {},
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
    html: `<!doctype html>\n<html lang="${locale}">${head}\n<body style="${page}">\n${body}\n</body></html>\n`,
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

/** As wide as the mail window, with long words broken, and dark if the reader's system is. */
const head =
  '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
  '<style>body{background:#ffffff;color:#141a21}a{color:#0b4a9e}' +
  '@media (prefers-color-scheme:dark){body{background:#14181d;color:#eef2f6}a{color:#9cc2ff}}</style></head>'
const page = 'max-width:640px;margin:0 auto;padding:16px;font:16px/1.5 sans-serif;overflow-wrap:anywhere'

/** Inline styles, as HTML mail requires; without styles it is still a link. */
const button = ({ address, text }: Link) => `<a href="${escaped(address)}" style="${thumbSized}">${escaped(text)}</a>`
const thumbSized =
  'display:inline-block;min-width:96px;margin:0 12px 12px 0;padding:14px 20px;border-radius:12px;' +
  'background:#0f4fa8;color:#ffffff;font:bold 18px/1.25 sans-serif;text-align:center;text-decoration:none'

/** Escapes text for HTML. */
export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * User input made safe for a mail that we send: on one line, at most 64 characters by default, without anything that a mail
 * program turns into a link, and without characters that change the text direction. A colon, slash or dot between digits is kept,
 * as in `1/3`, `10:30` and `12.50`, but IP addresses are broken up.
 */
export const quoted = (text: string, { most = 64 }: { most?: number } = {}): string =>
  [
    ...text
      .replaceAll(/(?!(?<=\d)[:/]\d)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069:/\\@<>]+/gu, ' ')
      .replaceAll(/\d+\.\d{1,2}(?![\w.:/])|\.(?=\S)/g, (found) => (found === '.' ? '. ' : found))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')
