import { randomBytes } from 'node:crypto'
import { inviteOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type InviteStatus, unanswered } from '#shared/rules/invites.ts'
import { ignore } from './ignore.ts'
import { type Event, type EventId, events, isDeleted, isThere, summaryOf } from './events.ts'
import { type Invite, type InviteId, inviteRows, lastsOf } from './inviteRows.ts'
import { playerPartition } from './players.ts'
import type { TeamPlayer } from './rosterRows.ts'
import { chunks } from './chunks.ts'
import { all, mostAtOnce, startingWith, retryOnConflict, updateFrom, write } from './table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from './writes.ts'

type Answer = InviteId & {
  status: InviteStatus
  note?: string | undefined
  /** What the device calls it. */
  name?: string | undefined
  /** The answer that this one is given upon: its id, or the name of an own one. Left out, it replaces whatever stands. */
  upon?: string | undefined
  /** Refused as `event_over` when the event ended before this instant. */
  endsFrom?: string | undefined
  /** A family's answer at this instant: refused after the deadline, and of what is cancelled. */
  familyAt?: string | undefined
}

/**
 * Answers an invite. The same answer again, by its name, changes nothing and is told what stands, for its reply was lost; of
 * two at once one stands whole; an invite that the coach took back is not made again. A note belongs to its answer: another
 * one takes it away, unless it brings its own, and so does opening the invite again. Upon another answer than the one that
 * stands it is refused as `answered_meanwhile`. Gives the note that went with the answer before.
 */
const answer = (stamp: Stamp, given: Answer): Promise<{ invite: Invite; droppedNote?: string }> =>
  retryOnConflict(async () => {
    const { inviteId, status, note, name, upon, endsFrom, familyAt } = given
    const set = { ...answeredNow(stamp, status, newAnswerId()), answerName: name }
    const when = [
      ['deletedAt', 'not exists'] as const,
      ['archivedAt', 'not exists'] as const,
      ...uponOf(given, stamp),
      ...(endsFrom ? [['end', '>=', endsFrom] as const] : []),
    ]
    for (const way of waysOf(status, note).flatMap((each) => openTo(familyAt).map((open) => ({ ...each, open })))) {
      const change = { set: { ...set, ...way.set }, when: [...when, ...way.when, ...way.open] }
      const before = await updateFrom(stamp, inviteRows.change({ inviteId }, change)).catch(ignore('conflict'))
      if (!before) continue
      const invite = { ...before, ...change.set } as Invite
      return note === undefined && before.note && !invite.note ? { invite, droppedNote: before.note } : { invite }
    }
    const invite = await inviteRows.get({ inviteId }, { consistent: true })
    if (!invite || isDeleted(invite)) throw new Problem('invite_removed')
    if (!isThere(invite)) throw new Problem('event_archived')
    if (familyAt !== undefined && invite.cancelled) throw new Problem('event_cancelled')
    if (name !== undefined && invite.answerName === name && invite.answeredBy === stamp.actor) return { invite }
    if (endsFrom && invite.end < endsFrom) throw new Problem('event_over')
    if (familyAt !== undefined && invite.answerBy !== undefined && invite.answerBy < familyAt)
      throw new Problem('answer_late')
    throw new Problem(upon === undefined ? 'conflict' : 'answered_meanwhile')
  })

/** When a family may answer: there is no deadline, as for most events, or it has not passed. */
const openTo = (familyAt: string | undefined) =>
  familyAt === undefined
    ? [[]]
    : [
        [['cancelled', 'not exists'] as const, ['answerBy', 'not exists'] as const],
        [['cancelled', 'not exists'] as const, ['answerBy', '>=', familyAt] as const],
      ]

const answerIdOf = (letter: 'a' | 'r' | 'o' | 'n') => `${letter}.${randomBytes(9).toString('base64url')}`
const newAnswerId = () => answerIdOf('a')
/** That of an answer which nobody has given: who has registered for the event, and pays, has said so by that. */
const registeredAnswerId = () => answerIdOf('r')
/** And that of one which was taken back, since the date is no longer part of what they have registered for: it is open again. */
const openedAnswerId = () => answerIdOf('o')
/** And that of one which is asked for again, since the event has moved. */
const askedAnswerId = () => answerIdOf('n')
/** Whether it is one that a person has given, if only by taking it back. */
const isGiven = (answerId: string): boolean => answerId.startsWith('a.')
const isAskedAgain = ({ answerId }: Pick<Invite, 'answerId'>): boolean => answerId.startsWith('n.')
const isOpened = ({ answerId }: Pick<Invite, 'answerId'>): boolean => answerId.startsWith('o.')
/** Whether a registration’s is still the answer. Who answers gives another one, also where it is the same word. */
const isRegistrations = ({ answerId }: Pick<Invite, 'answerId'>): boolean => answerId.startsWith('r.')

const answeredNow = (stamp: Stamp, status: InviteStatus, answerId: string) => ({
  status,
  answerId,
  answeredBy: stamp.actor,
  answeredAt: stamp.at,
})

/** What must stand for an answer to be given. Without a dot it is a name, and those of others are nobody's to use. */
function uponOf({ name, upon }: Answer, { actor }: Stamp) {
  if (upon === undefined) return name === undefined ? [] : ([['answerName', '<>', name]] as const)
  if (upon === unanswered || upon.includes('.')) return [['answerId', '=', upon]] as const
  return [
    ['answerName', '=', upon],
    ['answeredBy', '=', actor],
  ] as const
}

/** What becomes of the note. Most answers are another one than before, so the same one, which keeps its note, comes second. */
function waysOf(status: InviteStatus, sent: string | undefined) {
  const drop = { note: undefined }
  if (status === 'Pending') return [{ set: drop, when: [] }]
  if (sent !== undefined) return [{ set: { note: sent || undefined }, when: [] }]
  return [
    { set: drop, when: [['status', '<>', status]] as const },
    { set: {}, when: [['status', '=', status]] as const },
  ]
}

type ByLink = { inviteId: string; status: InviteStatus; upon: string; answerId: string }
/** An answer by a link in a mail, in the name of who was mailed it: upon the answer that stood then, and without a note. */
const answerByLink = (stamp: Stamp, { inviteId, status, upon, answerId }: ByLink) => {
  const set = { ...answeredNow(stamp, status, answerId), answerName: undefined, note: undefined }
  return inviteRows.change({ inviteId }, { set, when: [['answerId', '=', upon]] }, 'answered_meanwhile')
}

export type Invited = Pick<TeamPlayer, 'playerId' | 'firstName' | 'lastName'> & Pick<Invite, 'guest'>
type Asking = { mail?: boolean }

/** A player's invite, which waits for an answer. With `mail` the parents are asked by mail too. */
const waiting = (
  event: Event & { version?: number },
  { playerId, firstName, lastName, guest }: Invited,
  { mail = false }: Asking = {},
): Invite => ({
  ...summaryOf(event),
  inviteId: inviteOf(event.eventId, playerId),
  status: 'Pending',
  answerId: unanswered,
  firstName,
  lastName,
  ...(mail && { mail: 'wanted' }),
  ...(guest && { guest }),
  ...(lastsOf(event) && { lasts: 'days' as const }),
  // Made with the event itself, it repeats the first.
  eventVersion: event.version ?? 1,
})

/** As many as there are beside the check of the event; half as many where something of each of them is checked, too. */
const mostAtATime = 90

/** `holds` of a player; `again`: what becomes of the invite that somebody has already. */
type More<Player> = {
  holds: (player: Player) => Write
  again: (player: Player, there: Stored<Invite>) => Write | undefined
}
/**
 * Invites whoever of these has no invite yet to each of the events, while those are as they are here, and says how many it wrote;
 * may be repeated and be cut short anywhere. A conflict when an event has changed, or when what `holds` of a player does not: it
 * is for who has read these to read them again.
 */
async function inviteRest<Player extends Invited>(
  stamp: Stamp,
  asked: readonly Stored<Event>[],
  players: readonly Player[],
  make: (player: Player, event: Stored<Event>) => Invite,
  more?: More<Player>,
): Promise<number> {
  let invited = 0
  for (const some of chunks(players, more ? mostAtATime / 2 : mostAtATime)) {
    const room = more ? mostAtOnce - some.length : mostAtOnce
    for (const together of chunks(asked, Math.floor(room / (some.length + 1)))) {
      const inviteLacking = async (): Promise<number> => {
        const pairs = together.flatMap((event) =>
          some.map((player) => ({ event, player, inviteId: inviteOf(event.eventId, player.playerId) })),
        )
        const there = await inviteRows.getMany(pairs, { consistent: true })
        const made = pairs.flatMap(({ player, event }, i) => {
          const invite = there[i]
          const asking = invite ? more?.again(player, invite) : inviteRows.create(make(player, event), 'already_there')
          return asking ? [{ player, event, asking }] : []
        })
        if (made.length === 0) return 0
        const to = new Set(made.map(({ event }) => event))
        const checks = more && [...new Set(made.map(({ player }) => player))].map(more.holds)
        const written = await write(
          stamp,
          ...(checks ?? []),
          ...[...to].map(({ eventId, version }) => events.check({ eventId }, ifUnchanged({ version }))),
          ...made.map(({ asking }) => asking),
        ).catch(ignore('already_there'))
        // Somebody else has invited one of them: there are fewer each time.
        return written ? made.length : inviteLacking()
      }
      invited += await inviteLacking()
    }
  }
  return invited
}

/** Who is invited to an event, and what they answered, as it was a moment ago. */
export type Answered = Pick<Invite, 'status' | 'note' | 'firstName' | 'lastName'> & { playerId: string }
async function answersTo({ eventId }: EventId): Promise<Answered[]> {
  const range = { index: 'gsi1', pk: `EVENT#${eventId}`, ...startingWith('PLAYER#') } as const
  const found = await all<Omit<Answered, 'playerId'> & { gsi1sk: string }>(range)
  return found.map(({ gsi1sk, ...row }) => ({ ...row, playerId: gsi1sk.slice('PLAYER#'.length) }))
}

const everyBetween = (playerId: string, from: string, to: string, consistent = true): Promise<Stored<Invite>[]> => {
  const range = { pk: playerPartition({ playerId }), from: `INVITE#${from}`, to: `INVITE#${to}`, consistent }
  return all<Invite>({ index: 'lsi1', ...range })
}

export const invites = {
  ...inviteRows,
  answer,
  answerByLink,
  newAnswerId,
  registeredAnswerId,
  isRegistrations,
  openedAnswerId,
  askedAnswerId,
  isAskedAgain,
  isGiven,
  isOpened,
  waiting,
  inviteRest,
  to: answersTo,
  /** A player's invites to the events of a team, whenever these are. */
  ofTeam: ({ playerId, teamId }: { playerId: string; teamId: string }): Promise<Stored<Invite>[]> =>
    all<Invite>({ pk: playerPartition({ playerId }), ...startingWith(`INVITE#${teamId}.`), consistent: true }),
  /** All of a player's, with those to events that are out of sight. */
  ofPlayer: (id: { playerId: string }): Promise<Stored<Invite>[]> =>
    all<Invite>({ pk: playerPartition(id), ...startingWith('INVITE#'), consistent: true }),
  /** A player's invites to events that start between two instants. */
  between: async (playerId: string, from: string, to: string, { consistent = false } = {}): Promise<Stored<Invite>[]> =>
    (await everyBetween(playerId, from, to, consistent)).filter(isThere),
  /** With those to events that are deleted, or were to come when their team was archived, and may be brought back. */
  everyBetween,
}
