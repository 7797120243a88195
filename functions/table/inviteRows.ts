import { eventOf, playerOf } from '#shared/ids.ts'
import { isLong } from '#shared/rules/eventDays.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { by, entity } from './entity.ts'
import type { EventSummary } from './events.ts'
import { playerPartition } from './players.ts'

export type InviteId = { inviteId: string }
type LaterDate = { registrationId: string; optionIds: string[] }
/**
 * A player's invite to an event, with copies of the event's summary and the player's name. In a file of its own, without the functions of
 * invites.ts, since every function reads whether a player is invited.
 */
export type Invite = EventSummary &
  InviteId & {
    status: InviteStatus
    note?: string
    /**
     * The id of the current answer: `unanswered` until the first one, and a new one for each. An answer by a registration, and one that was
     * taken back, have prefixes of their own.
     */
    answerId: string
    /** The id that the device gave the answer, by which a repeated request is recognized. */
    answerName?: string
    firstName: string
    lastName: string
    answeredBy?: string
    answeredAt?: string
    /** `wanted`: the parents are to be asked by mail. `told`: the mails are in the outbox, or there was nothing left to ask. */
    mail?: 'wanted' | 'told'
    /** Not on the event's team, but invited by name or by a registration: a copy of the event invites them too. */
    guest?: true
    /**
     * For a date that was added to an option after they had registered for it: the options that they had chosen. The registration is no
     * answer for such a date. `others`: the same for further registrations.
     */
    later?: LaterDate & { others?: LaterDate[] }
    /** The last reminder that was sent: how many hours before the deadline. An earlier one is not sent any more. */
    reminded?: number
    /** The `newsAt` of the last news of the event that was mailed. */
    newsAt?: string
    /** For an event of several days: these find it on each of them. */
    lasts?: 'days'
    /** The version of the event that it has a copy of. Only replaced by a newer one. */
    eventVersion?: number
  }

/** The attributes of an invite to an event of several days. */
export const lastsOf = (event: Pick<EventSummary, 'start' | 'end'>): Invite['lasts'] =>
  isLong(event) ? 'days' : undefined

export const inviteRows = entity<Invite, InviteId>('Invite', {
  key: ({ inviteId }) => ({
    pk: playerPartition({ playerId: playerOf(inviteId) }),
    sk: `INVITE#${eventOf(inviteId)}`,
  }),
  lsi1: by(['start'], ({ start }) => `INVITE#${start}`),
  gsi1: by(['inviteId'], ({ inviteId }) => [`EVENT#${eventOf(inviteId)}`, `PLAYER#${playerOf(inviteId)}`]),
})

const laterDatesOf = (later: Invite['later']): LaterDate[] => (later ? [later, ...(later.others ?? [])] : [])

/** The options of a registration that were chosen before the date was added to them; undefined if it was not. */
export const optionsChosenBefore = ({ later }: Pick<Invite, 'later'>, registrationId: string): string[] | undefined =>
  laterDatesOf(later).find((each) => each.registrationId === registrationId)?.optionIds

/** Merges what is known of several registrations; for the same one the first counts. */
export function mergeLater(one: Invite['later'], other: Invite['later']): Invite['later'] {
  const knownIds = laterDatesOf(one).map(({ registrationId }) => registrationId)
  const more = laterDatesOf(other).filter(({ registrationId }) => !knownIds.includes(registrationId))
  const [first, ...others] = [...laterDatesOf(one), ...more].map(({ registrationId, optionIds }) => ({
    registrationId,
    optionIds,
  }))
  return first && { ...first, ...(others.length > 0 && { others }) }
}
