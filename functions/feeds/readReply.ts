import PostalMime from 'postal-mime'

/** A received mail from SES: the results of SPF, DKIM and DMARC, its recipients and its content. */
export type Received = {
  notificationType: string
  receipt: {
    recipients: readonly string[]
    spamVerdict: Verdict
    virusVerdict: Verdict
    dmarcVerdict: Verdict
  }
  content: string
}
type Verdict = { status: string }

/** A reply of a calendar app (iMIP): its event, sender, answer and SEQUENCE number; `written`: DTSTAMP. */
export type Reply = {
  uid: string
  attendee: string
  from: string
  partstat: string
  sequence: number
  written: string
}

/** A reply has a few lines; nothing larger is parsed. */
const maxLength = 150_000

/** The reply in a mail; undefined for other mails, and for one whose sender is not authenticated. */
export async function readReply({ receipt, content }: Received): Promise<Reply | undefined> {
  const { spamVerdict, virusVerdict, dmarcVerdict } = receipt
  if ([spamVerdict, virusVerdict, dmarcVerdict].some(({ status }) => status === 'FAIL')) return undefined
  if (content.length > maxLength) return undefined
  const mail = await PostalMime.parse(content, { attachmentEncoding: 'utf8' })
  const calendar = mail.attachments.find(
    ({ mimeType }) => mimeType === 'text/calendar' || mimeType === 'application/ics',
  )
  const from = normalized(mail.from?.address ?? '')
  return calendar && typeof calendar.content === 'string' ? replyIn(calendar.content, from) : undefined
}

const normalized = (address: string) => address.trim().toLowerCase()

/** One VEVENT with one ATTENDEE, as RFC 5546 defines a reply. */
function replyIn(text: string, from: string): Reply | undefined {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const all = (name: string) => lines.filter((line) => new RegExp(`^${name}[;:]`, 'i').test(line))
  const valueOf = (line = '') => line.slice(line.search(/:(?=(?:[^"]*"[^"]*")*[^"]*$)/) + 1).trim()
  const [attendee, ...extraAttendees] = all('ATTENDEE')
  if (valueOf(all('METHOD')[0]).toUpperCase() !== 'REPLY' || !attendee || extraAttendees.length > 0) return undefined
  if (lines.filter((line) => /^BEGIN:VEVENT$/i.test(line.trim())).length !== 1) return undefined
  const partstat = /;PARTSTAT="?([A-Z-]+)/i.exec(attendee)?.[1]?.toUpperCase() ?? ''
  const address = /mailto:(.+)$/i.exec(attendee)?.[1] ?? ''
  const written = instantOf(valueOf(all('DTSTAMP')[0]))
  const sequence = Number(valueOf(all('SEQUENCE')[0]) || '0')
  const uid = valueOf(all('UID')[0])
  return written && uid ? { uid, attendee: normalized(address), from, partstat, sequence, written } : undefined
}

/** `20261122T003000Z` */
function instantOf(text: string): string | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const at = year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined
}
