import { eventOf, inviteOf, playerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type InviteStatus, noteChange, unanswered } from '#shared/rules/invites.ts'
import { by, entity } from './entity.ts'
import { type Event, type EventId, events, type EventSummary, summaryOf } from './events.ts'
import { playerPartition } from './players.ts'
import type { TeamPlayer } from './rosters.ts'
import { all, chunks, startingWith, untilSettled, update, write } from './table.ts'
import type { Kept, Stamp } from './writes.ts'

type InviteId = { inviteId: string }
/** A player's invite to an event. It repeats the event's summary and the player's name. */
export type Invite = EventSummary &
  InviteId & {
    status: InviteStatus
    note?: string
    /** Which answer stands; `unanswered` until the first one. Each answer may be given once, upon the one it knew. */
    answerId: string
    firstName: string
    lastName: string
    answeredBy?: string
    answeredAt?: string
    /** `wanted`: the parents are to be asked by mail. `sent`: they have been, or there was nothing left to ask. */
    mail?: 'wanted' | 'sent'
    /** The answer that was last given by a link in such a mail, whether or not it still stands. */
    usedLink?: string
  }

const rows = entity<Invite, InviteId>('Invite', {
  key: ({ inviteId }) => ({
    pk: playerPartition({ playerId: playerOf(inviteId) }),
    sk: `INVITE#${eventOf(inviteId)}`,
  }),
  lsi1: by(['start'], ({ start }) => `INVITE#${start}`),
  gsi1: by(['inviteId'], ({ inviteId }) => [`EVENT#${eventOf(inviteId)}`, `PLAYER#${playerOf(inviteId)}`]),
})

type Answer = InviteId & {
  status: InviteStatus
  note?: string | undefined
  answerId: string
  /** The answer that this one is given upon; left out, it replaces whatever stands. */
  upon?: string | undefined
  /** It came by a link in a mail, which is used from then on. */
  byLink?: true
}

/**
 * One conditional write: the same answer again changes nothing, of two at once one stands whole, and an invite that the
 * coach took back is not made again. A note that is not sent stays; opening the answer again takes it away. Given
 * `upon` another answer than the one that stands, it is refused with `answered_meanwhile`, unless it is itself the one
 * that stands: then its reply was lost, and it is told again.
 */
async function answer(stamp: Stamp, { inviteId, status, note, answerId, upon, byLink }: Answer): Promise<Kept<Invite>> {
  const set = {
    status,
    ...noteChange(status, note),
    answerId,
    answeredBy: stamp.actor,
    answeredAt: stamp.at,
    ...(byLink && { usedLink: answerId }),
  }
  const when = upon === undefined ? [] : ([['answerId', '=', upon]] as const)
  try {
    return await update(stamp, rows.change({ inviteId }, { set, when }))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
  const standing = await rows.get({ inviteId }, { consistent: true })
  if (!standing) throw new Problem('invite_removed')
  if (standing.answerId !== answerId) throw new Problem('answered_meanwhile')
  return standing
}

type Invited = Pick<TeamPlayer, 'playerId' | 'firstName' | 'lastName'>
type Asking = { mail?: boolean }

/** A player's invite, which waits for an answer. With `mail` the parents are asked by mail too. */
const waiting = (event: Event, { playerId, firstName, lastName }: Invited, { mail = false }: Asking = {}): Invite => ({
  ...summaryOf(event),
  inviteId: inviteOf(event.eventId, playerId),
  status: 'Pending',
  answerId: unanswered,
  firstName,
  lastName,
  ...(mail && { mail: 'wanted' }),
})

/** As many as there are beside the check of the event. */
const mostAtATime = 90

/**
 * Invites whoever of these has no invite yet, while the event is as it is here; may be repeated and be cut short anywhere.
 * A conflict when the event has changed.
 */
async function inviteRest(stamp: Stamp, event: Kept<Event>, players: readonly Invited[], asking?: Asking) {
  for (const part of chunks(players, mostAtATime))
    await untilSettled(async () => {
      const ids = part.map(({ playerId }) => ({ inviteId: inviteOf(event.eventId, playerId) }))
      const there = await rows.getMany(ids, { consistent: true })
      const lacking = part.filter((_, i) => !there[i])
      if (lacking.length === 0) return
      const { eventId, version } = event
      await write(
        stamp,
        events.check({ eventId }, [['version', '=', version]]),
        ...lacking.map((player) => rows.create(waiting(event, player, asking))),
      )
    })
}

/** Who is invited to an event, and what they answered, as it was a moment ago. */
export type Answered = Pick<Invite, 'status' | 'note' | 'firstName' | 'lastName'> & { playerId: string }
async function answersTo({ eventId }: EventId): Promise<Answered[]> {
  const range = { index: 'gsi1', pk: `EVENT#${eventId}`, ...startingWith('PLAYER#') } as const
  const found = await all<Omit<Answered, 'playerId'> & { gsi1sk: string }>(range)
  return found.map(({ gsi1sk, ...row }) => ({ ...row, playerId: gsi1sk.slice('PLAYER#'.length) }))
}

export const invites = {
  ...rows,
  answer,
  waiting,
  inviteRest,
  to: answersTo,
  /** A player's invites to events that start between two instants. */
  between: (playerId: string, from: string, to: string) =>
    all<Invite>({ index: 'lsi1', pk: playerPartition({ playerId }), from: `INVITE#${from}`, to: `INVITE#${to}` }),
}
