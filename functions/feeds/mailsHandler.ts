import { randomInt } from 'node:crypto'
import { dequal } from 'dequal'
import { alphabet, inviteOf, playerOf } from '#shared/ids.ts'
import { hasRight } from '#shared/permissions.ts'
import { type CalendarMail, type CalendarMailId, calendarMails } from '../table/calendarMails.ts'
import { isVisible } from '../table/events.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { meOf } from '../table/me.ts'
import { noticeChoices } from '../table/noticeChoices.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import type { User } from '../table/profiles.ts'
import { chunks } from '../table/chunks.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { mailedEntry } from './entries.ts'
import { mailsKey } from './mailsCalls.ts'

/** The most coming events mailed when a user subscribes or joins a family: the next ones first. */
const maxAhead = 50
const concurrency = 10

/**
 * Runs for changes of invites, families and choices of notices. Parents who have chosen calendar mails get one if an entry in their
 * calendar app is out of date. A parent who has switched them off, or may no longer see the player, still gets cancellations of entries
 * that were mailed. Messages come twice, late and out of order: the last mailed state is stored in the transaction that puts the mail into
 * the outbox.
 */
export const handler = worker(async ({ kind, pk, sk }, { now }) => {
  const sent = await (kind === noticeChoices.kind
    ? tellReader({ userId: pk.slice('USER#'.length) }, now)
    : tellOf(pk.slice('PLAYER#'.length), { kind, sk }, now))
  return `${sent.filter(Boolean).length} mails`
})

const tellOf = (playerId: string, { kind, sk }: { kind: string; sk: string }, now: string) =>
  kind === families.kind
    ? tellMember({ playerId, userId: sk.slice('PLAYER#FAMILY#'.length) }, now)
    : tellFamily(inviteOf(sk.slice('INVITE#'.length), playerId), now)

async function tellFamily(inviteId: string, now: string): Promise<boolean[]> {
  const family = guardiansWith(await families.of({ playerId: playerOf(inviteId) }), 'sees')
  const rows = await noticeChoices.getMany(family, { consistent: true })
  return Promise.all(
    family.flatMap(({ userId }, place) => {
      // Users who never chose were never mailed.
      const said = rows[place]?.chosen?.[mailsKey]
      return said === undefined ? [] : [tell({ inviteId, userId }, { isWanted: said === 'on', isSeen: true }, now)]
    }),
  )
}

const wants = async (id: User) => (await noticeChoices.get(id, { consistent: true }))?.chosen?.[mailsKey] === 'on'

/** Cancels what is in the calendar of a user who may no longer see the player; sends coming events to one who may. */
async function tellMember(id: User & { playerId: string }, now: string): Promise<boolean[]> {
  const [member, mailed] = await Promise.all([families.get(id, { consistent: true }), calendarMails.ofPerson(id)])
  const isSeen = member !== undefined && guardiansWith([member], 'sees').length > 0
  const isWanted = isSeen && (await wants(id))
  const ahead = isWanted ? await aheadOf([id], now) : []
  const inviteIds = new Set([...mailed, ...ahead].map(({ inviteId }) => inviteId))
  return tellMany(id, [...inviteIds], { isWanted, isSeen }, now)
}

/** After subscribing, a user gets the coming events of all their players; idempotent. */
async function tellReader(id: User, now: string): Promise<boolean[]> {
  if (!(await wants(id))) return []
  const { players } = (await meOf(id)).access
  const seen = players.filter((player) => hasRight(player, 'sees')).map((player) => ({ playerId: player.id }))
  const ahead = await aheadOf(seen, now)
  return tellMany(
    id,
    ahead.map(({ inviteId }) => inviteId),
    { isWanted: true, isSeen: true },
    now,
  )
}

async function aheadOf(players: readonly { playerId: string }[], now: string): Promise<Invite[]> {
  const lists = players.map(({ playerId }) => invites.between(playerId, now, '~', { consistent: true }))
  const ahead = (await Promise.all(lists)).flat()
  return ahead.toSorted((one, other) => (one.start < other.start ? -1 : 1)).slice(0, maxAhead)
}

async function tellMany({ userId }: User, inviteIds: readonly string[], reader: Reader, now: string) {
  const sent: boolean[] = []
  for (const part of chunks(inviteIds, concurrency))
    sent.push(...(await Promise.all(part.map((inviteId) => tell({ inviteId, userId }, reader, now)))))
  return sent
}

type Reader = { isWanted: boolean; isSeen: boolean }
const tell = ({ inviteId, userId }: CalendarMailId, { isWanted, isSeen }: Reader, now: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const id = { inviteId, userId }
    const [invite, before] = await Promise.all([
      isSeen ? invites.get(id, { consistent: true }) : undefined,
      calendarMails.get(id, { consistent: true }),
    ])
    const next = nextMail(invite, before)
    if (!next || (!isWanted && next.method === 'REQUEST') || Date.parse(next.entry.end) <= Date.parse(now)) return false
    const stamp = { actor: 'feeds-mails', at: now }
    const timezone = invite?.timezone ?? before?.timezone
    const set = {
      ...next,
      ...(timezone && { timezone }),
      sequence: before ? before.sequence + 1 : 0,
      ends: next.entry.end,
      mailedAt: now,
    }
    const about = { inviteId, sequence: String(set.sequence) }
    await write(
      stamp,
      before
        ? calendarMails.change(id, { set, when: ifUnchanged(before) })
        : calendarMails.create({ ...id, ...set, replyKey: newReplyKey() }),
      outbox.add(stamp, { letter: 'calendarMail', to: { userId }, about }),
    )
    return true
  })

/** The next mail after the previous one; undefined if the app is up to date, or never knew of what is cancelled. */
function nextMail(
  invite: Invite | undefined,
  before: CalendarMail | undefined,
): Pick<CalendarMail, 'method' | 'entry' | 'upon'> | undefined {
  if (invite && isVisible(invite) && !invite.cancelled) {
    const entry = mailedEntry(invite)
    const isKnown = before?.method === 'REQUEST' && dequal(before.entry, entry)
    return isKnown ? undefined : { method: 'REQUEST', entry, upon: invite.answerId }
  }
  return before?.method === 'REQUEST' ? { method: 'CANCEL', entry: before.entry, upon: before.upon } : undefined
}

/** Unguessable: 26 characters of 32 are 130 bits. Part of an email address, where case does not matter. */
const newReplyKey = () => Array.from({ length: 26 }, () => alphabet[randomInt(alphabet.length)]).join('')
