import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { readAllJson, writeAtomically } from '../../files.ts'
import type { Clock, Mail } from '../../types.ts'

/** A sent mail as the mailbox shows it. */
export type Message = {
  id: string
  /** When it was sent, as an instant. */
  at: string
  from: string
  /** The actual recipients, whatever its headers say. */
  to: string[]
  replyTo: string[]
  subject: string
  /** Its text; derived from the HTML if it has no text part. */
  text: string
  html?: string
  attachments: { filename: string; mimeType: string; size: number }[]
  configurationSet?: string
}

/** Sent mails on disk: the raw text, and beside it the mailbox's data, which is written last and so creates the mail. */
export type Mailbox = {
  put: (mail: Mail) => Promise<string>
  /** Newest first. */
  messages(filter?: { to?: string }): Message[]
  get(id: string): Message | undefined
  raw(id: string): Buffer | undefined
  /** Its headers and the bytes of its attachments, parsed from the raw text. */
  whole(id: string): Promise<Email | undefined>
  clear(): void
}

export function mailboxIn(dir: string, clock: Clock): Mailbox {
  const storedMessages = readAllJson<Message>(dir)
  // Numbered in order of arrival, so that the order stays the same when a test sets the clock back.
  let number = storedMessages.reduce((highest, { id }) => Math.max(highest, Number.parseInt(id, 10)), 0)
  let messages = storedMessages.toReversed()
  const byId = new Map(messages.map((message) => [message.id, message]))
  const file = (id: string, extension: string) => join(dir, `${id}${extension}`)
  const raw = (id: string) => (byId.has(id) ? readFileSync(file(id, '.eml')) : undefined)
  return {
    async put(mail) {
      const parsedMail = await read(mail)
      number += 1
      const id = `${String(number).padStart(8, '0')}-${randomBytes(12).toString('hex')}`
      const message: Message = { id, at: new Date(clock.now()).toISOString(), ...parsedMail }
      writeAtomically(file(id, '.eml'), mail.raw)
      writeAtomically(file(id, '.json'), JSON.stringify(message, undefined, 1))
      messages = [message, ...messages]
      byId.set(id, message)
      return id
    },
    messages({ to } = {}) {
      const recipient = to?.trim().toLowerCase()
      return recipient
        ? messages.filter((message) => message.to.some((each) => each.toLowerCase() === recipient))
        : messages
    },
    get: (id) => byId.get(id),
    raw,
    whole: async (id) => {
      const text = raw(id)
      return text && PostalMime.parse(text)
    },
    clear() {
      for (const { id } of messages) {
        rmSync(file(id, '.json'), { force: true })
        rmSync(file(id, '.eml'), { force: true })
      }
      messages = []
      byId.clear()
    },
  }
}

async function read(mail: Mail): Promise<Omit<Message, 'id' | 'at'>> {
  const email = await PostalMime.parse(mail.raw)
  return {
    from: email.from ? formatAddress(email.from) : mail.from,
    to: mail.to,
    replyTo: (email.replyTo ?? []).map(formatAddress),
    subject: email.subject ?? '',
    text: email.text ?? textOf(email.html ?? ''),
    ...(email.html === undefined ? {} : { html: email.html }),
    attachments: email.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? 'unnamed',
      mimeType,
      size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
    ...(mail.configurationSet === undefined ? {} : { configurationSet: mail.configurationSet }),
  }
}

const formatAddress = ({ name, address }: Address) => (name && address ? `${name} <${address}>` : (address ?? name))

/** The text of an HTML mail, for reading and for finding a code; only ever shown escaped. */
function textOf(html: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
  return html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<a\b[^>]*\bhref="([^"]+)"[^>]*>([\s\S]*?)<\/a>/gi, '$2 ($1)')
    .replace(/<(br|\/p|\/div|\/tr|\/h\d|\/li)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (entity, hex?: string, decimal?: string, name?: string) => {
      if (name) return entities[name.toLowerCase()] ?? entity
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : entity
    })
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
