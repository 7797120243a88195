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
const maxUpcoming = 50
const concurrency = 10

/**
 * Runs for changes of invites, families and choices of notices. Parents who have chosen calendar mails get one if an entry in their
 * calendar app is out of date. A parent who has switched them off, or may no longer see the player, still gets cancellations of entries
 * that were mailed. Messages come twice, late and out of order: the last mailed state is stored in the transaction that puts the mail into
 * the outbox.
 */
export const handler = worker(async ({ kind, pk, sk }, { now }) => {
  const results = await (kind === noticeChoices.kind
    ? mailReader({ userId: pk.slice('USER#'.length) }, now)
    : mailFamilyChange(pk.slice('PLAYER#'.length), { kind, sk }, now))
  return `${results.filter(Boolean).length} mails`
})

const mailFamilyChange = (playerId: string, { kind, sk }: { kind: string; sk: string }, now: string) =>
  kind === families.kind
    ? mailMember({ playerId, userId: sk.slice('PLAYER#FAMILY#'.length) }, now)
    : mailFamily(inviteOf(sk.slice('INVITE#'.length), playerId), now)

async function mailFamily(inviteId: string, now: string): Promise<boolean[]> {
  const family = guardiansWith(await families.of({ playerId: playerOf(inviteId) }), 'sees')
  const rows = await noticeChoices.getMany(family, { consistent: true })
  return Promise.all(
    family.flatMap(({ userId }, place) => {
      // Users who never chose were never mailed.
      const choice = rows[place]?.chosen?.[mailsKey]
      return choice === undefined
        ? []
        : [mailInvite({ inviteId, userId }, { isWanted: choice === 'on', canSee: true }, now)]
    }),
  )
}

const wantsMails = async (id: User) => (await noticeChoices.get(id, { consistent: true }))?.chosen?.[mailsKey] === 'on'

/** Cancels what is in the calendar of a user who may no longer see the player; sends coming events to one who may. */
async function mailMember(id: User & { playerId: string }, now: string): Promise<boolean[]> {
  const [member, mailed] = await Promise.all([families.get(id, { consistent: true }), calendarMails.ofPerson(id)])
  const canSee = member !== undefined && guardiansWith([member], 'sees').length > 0
  const isWanted = canSee && (await wantsMails(id))
  const upcoming = isWanted ? await upcomingInvites([id], now) : []
  const inviteIds = new Set([...mailed, ...upcoming].map(({ inviteId }) => inviteId))
  return mailInvites(id, [...inviteIds], { isWanted, canSee }, now)
}

/** After subscribing, a user gets the coming events of all their players; idempotent. */
async function mailReader(id: User, now: string): Promise<boolean[]> {
  if (!(await wantsMails(id))) return []
  const { players } = (await meOf(id)).access
  const visiblePlayers = players.filter((player) => hasRight(player, 'sees')).map((player) => ({ playerId: player.id }))
  const upcoming = await upcomingInvites(visiblePlayers, now)
  return mailInvites(
    id,
    upcoming.map(({ inviteId }) => inviteId),
    { isWanted: true, canSee: true },
    now,
  )
}

async function upcomingInvites(players: readonly { playerId: string }[], now: string): Promise<Invite[]> {
  const lists = players.map(({ playerId }) => invites.between(playerId, now, '~', { consistent: true }))
  const upcoming = (await Promise.all(lists)).flat()
  return upcoming.toSorted((one, other) => (one.start < other.start ? -1 : 1)).slice(0, maxUpcoming)
}

async function mailInvites({ userId }: User, inviteIds: readonly string[], reader: Reader, now: string) {
  const results: boolean[] = []
  for (const part of chunks(inviteIds, concurrency))
    results.push(...(await Promise.all(part.map((inviteId) => mailInvite({ inviteId, userId }, reader, now)))))
  return results
}

type Reader = { isWanted: boolean; canSee: boolean }
const mailInvite = (
  { inviteId, userId }: CalendarMailId,
  { isWanted, canSee }: Reader,
  now: string,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const id = { inviteId, userId }
    const [invite, before] = await Promise.all([
      canSee ? invites.get(id, { consistent: true }) : undefined,
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
    const isCurrent = before?.method === 'REQUEST' && dequal(before.entry, entry)
    return isCurrent ? undefined : { method: 'REQUEST', entry, upon: invite.answerId }
  }
  return before?.method === 'REQUEST' ? { method: 'CANCEL', entry: before.entry, upon: before.upon } : undefined
}

/** Unguessable: 26 characters of 32 are 130 bits. Part of an email address, where case does not matter. */
const newReplyKey = () => Array.from({ length: 26 }, () => alphabet[randomInt(alphabet.length)]).join('')
