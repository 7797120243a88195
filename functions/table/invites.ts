import { randomBytes } from 'node:crypto'
import { inviteOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type InviteStatus, unanswered } from '#shared/rules/invites.ts'
import { ignore } from './ignore.ts'
import { type Event, type EventId, events, isDeleted, isVisible, summaryOf } from './events.ts'
import { type Invite, type InviteId, inviteRows, lastsOf } from './inviteRows.ts'
import { playerPartition } from './players.ts'
import type { TeamPlayer } from './rosterRows.ts'
import { chunks } from './chunks.ts'
import { all, maxTransactWrites, startingWith, retryOnConflict, updateReturningOld, write } from './table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from './writes.ts'

type Answer = InviteId & {
  status: InviteStatus
  note?: string | undefined
  /** The id that the device has given it. */
  name?: string | undefined
  /** The id of the answer that this one replaces, or the id that a device gave it. Left out, it replaces any. */
  replaces?: string | undefined
  /** Refused with `event_over` if the event ended before this instant. */
  endsFrom?: string | undefined
  /** For a family's answer, its instant: refused after the deadline, and for a cancelled event. */
  familyAt?: string | undefined
}

/**
 * Answers an invite. Idempotent by the device's id of the answer: a repeated request gives the current state. An invite that a coach has
 * removed is not created again. A note belongs to its answer: another answer removes it, unless it has one of its own, and so does
 * resetting the invite. Throws `answered_meanwhile` if the current answer is not the one that this one replaces. Gives the note of the
 * previous answer.
 */
const answer = (stamp: Stamp, answerInput: Answer): Promise<{ invite: Invite; droppedNote?: string }> =>
  retryOnConflict(async () => {
    const { inviteId, status, note, name, replaces, endsFrom, familyAt } = answerInput
    const set = { ...answerAttributes(stamp, status, newAnswerId()), answerName: name }
    const when = [
      ['deletedAt', 'not exists'] as const,
      ['archivedAt', 'not exists'] as const,
      ...currentAnswerCondition(answerInput, stamp),
      ...(endsFrom ? [['end', '>=', endsFrom] as const] : []),
    ]
    for (const variant of noteVariants(status, note).flatMap((each) =>
      familyConditions(familyAt).map((conditions) => ({ ...each, conditions })),
    )) {
      const change = { set: { ...set, ...variant.set }, when: [...when, ...variant.when, ...variant.conditions] }
      const before = await updateReturningOld(stamp, inviteRows.change({ inviteId }, change)).catch(ignore('conflict'))
      if (!before) continue
      const invite = { ...before, ...change.set } as Invite
      return note === undefined && before.note && !invite.note ? { invite, droppedNote: before.note } : { invite }
    }
    const invite = await inviteRows.get({ inviteId }, { consistent: true })
    if (!invite || isDeleted(invite)) throw new Problem('invite_removed')
    if (!isVisible(invite)) throw new Problem('event_archived')
    if (familyAt !== undefined && invite.cancelled) throw new Problem('event_cancelled')
    if (name !== undefined && invite.answerName === name && invite.answeredBy === stamp.actor) return { invite }
    if (endsFrom && invite.end < endsFrom) throw new Problem('event_over')
    if (familyAt !== undefined && invite.answerBy !== undefined && invite.answerBy < familyAt)
      throw new Problem('answer_late')
    throw new Problem(replaces === undefined ? 'conflict' : 'answered_meanwhile')
  })

/** The conditions under which a family may answer: there is no deadline, or it has not passed. */
const familyConditions = (familyAt: string | undefined) =>
  familyAt === undefined
    ? [[]]
    : [
        [['cancelled', 'not exists'] as const, ['answerBy', 'not exists'] as const],
        [['cancelled', 'not exists'] as const, ['answerBy', '>=', familyAt] as const],
      ]

const answerIdOf = (letter: 'a' | 'r' | 'o' | 'n') => `${letter}.${randomBytes(9).toString('base64url')}`
const newAnswerId = () => answerIdOf('a')
/** The id of an answer by a registration for the event. */
const newRegistrationAnswerId = () => answerIdOf('r')
/** The id after that was taken back, because the date is not part of the registration any more. */
const newReopenedAnswerId = () => answerIdOf('o')
/** The id after the answer is asked for again, because the event has moved. */
const newAskedAgainAnswerId = () => answerIdOf('n')
/** Whether a person has given the answer, or taken one back. */
const isByPerson = (answerId: string): boolean => answerId.startsWith('a.')
const isAskedAgain = ({ answerId }: Pick<Invite, 'answerId'>): boolean => answerId.startsWith('n.')
const isReopened = ({ answerId }: Pick<Invite, 'answerId'>): boolean => answerId.startsWith('o.')
/** Whether the answer is still that of a registration. Any answer by a person has another id, also with the same status. */
const isByRegistration = ({ answerId }: Pick<Invite, 'answerId'>): boolean => answerId.startsWith('r.')

const answerAttributes = (stamp: Stamp, status: InviteStatus, answerId: string) => ({
  status,
  answerId,
  answeredBy: stamp.actor,
  answeredAt: stamp.at,
})

/** The condition on the current answer. `replaces` without a dot is an id of a device, which only the same user may name. */
function currentAnswerCondition({ name, replaces }: Answer, { actor }: Stamp) {
  if (replaces === undefined) return name === undefined ? [] : ([['answerName', '<>', name]] as const)
  if (replaces === unanswered || replaces.includes('.')) return [['answerId', '=', replaces]] as const
  return [
    ['answerName', '=', replaces],
    ['answeredBy', '=', actor],
  ] as const
}

/** What becomes of the note: an answer with another status removes it. That is tried first, since most answers change the status. */
function noteVariants(status: InviteStatus, newNote: string | undefined) {
  const drop = { note: undefined }
  if (status === 'Pending') return [{ set: drop, when: [] }]
  if (newNote !== undefined) return [{ set: { note: newNote || undefined }, when: [] }]
  return [
    { set: drop, when: [['status', '<>', status]] as const },
    { set: {}, when: [['status', '=', status]] as const },
  ]
}

type ByLink = { inviteId: string; status: InviteStatus; replaces: string; answerId: string }
/** An answer by a link in a mail, in the name of its reader: replaces the answer at the time of the mail, and has no note. */
const answerByLink = (stamp: Stamp, { inviteId, status, replaces, answerId }: ByLink) => {
  const set = { ...answerAttributes(stamp, status, answerId), answerName: undefined, note: undefined }
  return inviteRows.change({ inviteId }, { set, when: [['answerId', '=', replaces]] }, 'answered_meanwhile')
}

export type InvitedPlayer = Pick<TeamPlayer, 'playerId' | 'firstName' | 'lastName'> & Pick<Invite, 'guest'>
type AskOptions = { mail?: boolean }

/** An invite without an answer. `mail`: the parents are asked by mail too. */
const unansweredInvite = (
  event: Event & { version?: number },
  { playerId, firstName, lastName, guest }: InvitedPlayer,
  { mail = false }: AskOptions = {},
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
  // Created with the event itself, it has a copy of its first version.
  eventVersion: event.version ?? 1,
})

/** The most invites in a transaction beside the check of the event; half as many if each has a check of its own. */
const maxAtOnce = 90

/** `checkOf`: condition checks for a player; `onExisting`: what to do with an invite that exists already. */
type ExistingOptions<Player> = {
  checkOf: (player: Player) => Write
  onExisting: (player: Player, existing: Stored<Invite>) => Write | undefined
}
/**
 * Invites those of these players who have no invite to an event yet, and gives the number of invites. Idempotent, and may be cut short
 * anywhere. Throws `conflict` if an event has changed since it was read, or a check of `checkOf` fails: then the caller reads them again.
 */
async function inviteMissing<Player extends InvitedPlayer>(
  stamp: Stamp,
  toEvents: readonly Stored<Event>[],
  players: readonly Player[],
  make: (player: Player, event: Stored<Event>) => Invite,
  more?: ExistingOptions<Player>,
): Promise<number> {
  let invited = 0
  for (const playerChunk of chunks(players, more ? maxAtOnce / 2 : maxAtOnce)) {
    const room = more ? maxTransactWrites - playerChunk.length : maxTransactWrites
    for (const eventChunk of chunks(toEvents, Math.floor(room / (playerChunk.length + 1)))) {
      const inviteChunk = async (): Promise<number> => {
        const pairs = eventChunk.flatMap((event) =>
          playerChunk.map((player) => ({ event, player, inviteId: inviteOf(event.eventId, player.playerId) })),
        )
        const existing = await inviteRows.getMany(pairs, { consistent: true })
        const additions = pairs.flatMap(({ player, event }, i) => {
          const invite = existing[i]
          const inviteWrite = invite
            ? more?.onExisting(player, invite)
            : inviteRows.create(make(player, event), 'already_there')
          return inviteWrite ? [{ player, event, inviteWrite }] : []
        })
        if (additions.length === 0) return 0
        const changedEvents = new Set(additions.map(({ event }) => event))
        const checks = more && [...new Set(additions.map(({ player }) => player))].map(more.checkOf)
        const outcome = await write(
          stamp,
          ...(checks ?? []),
          ...[...changedEvents].map(({ eventId, version }) => events.check({ eventId }, ifUnchanged({ version }))),
          ...additions.map(({ inviteWrite }) => inviteWrite),
        ).catch(ignore('already_there'))
        // Another request has invited one of them: the next attempt has fewer.
        return outcome ? additions.length : inviteChunk()
      }
      invited += await inviteChunk()
    }
  }
  return invited
}

/** The invites to an event, eventually consistent. */
export type InviteAnswer = Pick<Invite, 'status' | 'note' | 'firstName' | 'lastName'> & { playerId: string }
async function answersTo({ eventId }: EventId): Promise<InviteAnswer[]> {
  const range = { index: 'gsi1', pk: `EVENT#${eventId}`, ...startingWith('PLAYER#') } as const
  const found = await all<Omit<InviteAnswer, 'playerId'> & { gsi1sk: string }>(range)
  return found.map(({ gsi1sk, ...row }) => ({ ...row, playerId: gsi1sk.slice('PLAYER#'.length) }))
}

const allBetween = (playerId: string, from: string, to: string, consistent = true): Promise<Stored<Invite>[]> => {
  const range = { pk: playerPartition({ playerId }), from: `INVITE#${from}`, to: `INVITE#${to}`, consistent }
  return all<Invite>({ index: 'lsi1', ...range })
}

export const invites = {
  ...inviteRows,
  answer,
  answerByLink,
  newAnswerId,
  newRegistrationAnswerId,
  isByRegistration,
  newReopenedAnswerId,
  newAskedAgainAnswerId,
  isAskedAgain,
  isByPerson,
  isReopened,
  unansweredInvite,
  inviteMissing,
  ofEvent: answersTo,
  /** All of a player's invites to the events of a team. */
  ofTeam: ({ playerId, teamId }: { playerId: string; teamId: string }): Promise<Stored<Invite>[]> =>
    all<Invite>({ pk: playerPartition({ playerId }), ...startingWith(`INVITE#${teamId}.`), consistent: true }),
  /** All of a player's invites, also those to hidden events. */
  ofPlayer: (id: { playerId: string }): Promise<Stored<Invite>[]> =>
    all<Invite>({ pk: playerPartition(id), ...startingWith('INVITE#'), consistent: true }),
  /** A player's invites to events that start between two instants. */
  between: async (playerId: string, from: string, to: string, { consistent = false } = {}): Promise<Stored<Invite>[]> =>
    (await allBetween(playerId, from, to, consistent)).filter(isVisible),
  /** The same, also those to hidden events, which may be restored. */
  allBetween,
}
