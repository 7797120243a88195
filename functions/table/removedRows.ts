import { eventOf, inviteOf, playerOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { entity } from './entity.ts'
import { answersValidFrom, type Event } from './events.ts'
import type { Invite } from './inviteRows.ts'
import { invites } from './invites.ts'
import { playerPartition } from './players.ts'
import { timeToLive } from './retention.ts'
import type { TeamPlayer } from './rosterRows.ts'
import { all, startingWith } from './table.ts'
import type { Stored, Write } from './writes.ts'

/**
 * What a coach has removed, kept for a day so that Undo restores exactly that. The caller names the removal; it is found by that
 * name, and the row is deleted in the transaction that restores it.
 */
type RemovedAt = { takenAt: string }

/** Rows go within two days of their end: until then they are there and over. */
const canBeRestored = ({ takenAt }: RemovedAt, now: string): boolean =>
  now < addHours(takenAt, timeToLive['Taken invite'].hours)

/** A player's row on a team's roster. */
type RemovedPlace = RemovedAt & Pick<TeamPlayer, 'number' | 'position'> & { teamId: string }
type PlaceId = { playerId: string; removal: string }
const places = entity<RemovedPlace, PlaceId>('Taken place', {
  key: ({ playerId, removal }) => ({ pk: playerPartition({ playerId }), sk: `TAKEN#${removal}` }),
})
export const removedPlaces = {
  ...places,
  /** While it can be restored. */
  findOpen: async (id: PlaceId, now: string): Promise<Stored<RemovedPlace> | undefined> => {
    const place = await places.get(id, { consistent: true })
    return place && canBeRestored(place, now) ? place : undefined
  },
}

/** An invite without the copies of its event and player, which may have changed when it is restored. */
export type RemovedInvite = RemovedAt & RemovedInviteId & InviteAnswer
type RemovedInviteId = Pick<Invite, 'inviteId'> & { removal: string }
type InviteAnswer = Pick<
  Invite,
  | 'status'
  | 'note'
  | 'answerId'
  | 'answerName'
  | 'answeredBy'
  | 'answeredAt'
  | 'mail'
  | 'guest'
  | 'later'
  | 'reminded'
  | 'newsAt'
>
const rows = entity<RemovedInvite, RemovedInviteId>('Taken invite', {
  key: ({ inviteId, removal }) => ({
    pk: playerPartition({ playerId: playerOf(inviteId) }),
    sk: `TAKEN#${removal}#${eventOf(inviteId)}`,
  }),
})

const answerOf = (invite: InviteAnswer): InviteAnswer => {
  const { status, note, answerId, answerName, answeredBy, answeredAt, mail, guest, later, reminded, newsAt } = invite
  return { status, note, answerId, answerName, answeredBy, answeredAt, mail, guest, later, reminded, newsAt }
}

export const removedInvites = {
  ...rows,
  /** Keeps an invite, in the transaction that removes it. */
  keep: (removal: string, invite: InviteAnswer & Pick<Invite, 'inviteId'>, takenAt: string) =>
    rows.upsert(
      { inviteId: invite.inviteId, removal },
      { set: { ...answerOf(invite), inviteId: invite.inviteId, removal, takenAt } },
    ),
  /** While it can be restored. */
  findOpen: async (id: RemovedInviteId, now: string): Promise<Stored<RemovedInvite> | undefined> => {
    const row = await rows.get(id, { consistent: true })
    return row && canBeRestored(row, now) ? row : undefined
  },
  /** All invites of a removal that can be restored. */
  of: async ({ playerId, removal }: PlaceId, now: string): Promise<Stored<RemovedInvite>[]> => {
    const range = { pk: playerPartition({ playerId }), ...startingWith(`TAKEN#${removal}#`), consistent: true }
    return (await all<RemovedInvite>(range)).filter((row) => canBeRestored(row, now))
  },
  /**
   * The invite as it was, for the current state of its event. If all answers were requested again in the meantime, its family is
   * asked too.
   */
  restore: (
    event: Stored<Event>,
    player: Parameters<typeof invites.unansweredInvite>[1],
    was: RemovedInvite,
  ): Invite =>
    isAskedSince(event, was)
      ? {
          ...invites.unansweredInvite(event, player, { mail: true }),
          ...(was.guest && { guest: was.guest }),
          ...(was.later && { later: was.later }),
        }
      : { ...invites.unansweredInvite(event, player), ...answerOf(was) },
}

const isAskedSince = (event: Event, { takenAt }: RemovedAt): boolean => (answersValidFrom(event) ?? '') > takenAt

/** Whether a row in a player's partition is one of these. */
export const isRemovedRow = ({ kind }: { kind: string }): boolean => kind === places.kind || kind === rows.kind
/** Deletes such a row before its day is over. */
export function deleteRemovedRow({ sk }: { sk: string }, playerId: string): Write {
  const [, removal = '', eventId] = sk.split('#')
  return eventId === undefined
    ? places.remove({ playerId, removal }, 'conflict')
    : rows.remove({ inviteId: inviteOf(eventId, playerId), removal }, 'conflict')
}
