import { eventOf, playerOf } from '#shared/ids.ts'
import { isLong } from '#shared/rules/days.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { by, entity } from './entity.ts'
import type { EventSummary } from './events.ts'
import { playerPartition } from './players.ts'

export type InviteId = { inviteId: string }
type Later = { registrationId: string; optionIds: string[] }
/**
 * A player's invite to an event, with copies of the event's summary and the player's name. Separate from the functions for
 * invites (invites.ts), since every function needs to know whether a player is invited.
 */
export type Invite = EventSummary &
  InviteId & {
    status: InviteStatus
    note?: string
    /**
     * Identifies the current answer: `unanswered` until the first one, then a new random id for each. For a registration's
     * answer, the id says that it is one, or that it was withdrawn.
     */
    answerId: string
    /** The id of the answer on the device that gave it, to recognize repeated requests. */
    answerName?: string
    firstName: string
    lastName: string
    answeredBy?: string
    answeredAt?: string
    /** `wanted`: the parents are to be asked by mail. `told`: their mails are in the outbox, or there was nothing left to ask. */
    mail?: 'wanted' | 'told'
    /** Invited by name, or through a registration, without being on the event's team: a copy of the event invites them too. */
    guest?: true
    /**
     * For a date that was added to what they had already registered for: the options that they had chosen by then. The
     * registration does not count as a yes for it. `others`: the same for further registrations that include it.
     */
    later?: Later & { others?: Later[] }
    /**
     * The last reminder that its family was sent, as the number of hours before the deadline. Earlier ones are not sent any more.
     */
    reminded?: number
    /** The last news of the event that its family was told. */
    newsAt?: string
    /** Set if it lasts several days, so that it is found on each of them. */
    lasts?: 'days'
    /** The version of the event that it copies; it never decreases. */
    eventVersion?: number
  }

/** The invite's `lasts` for an event that continues after its first day. */
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

const eachOf = (later: Invite['later']): Later[] => (later ? [later, ...(later.others ?? [])] : [])

/** The options of a registration that they had chosen before the date was added to them; undefined if it was not added. */
export const chosenBefore = ({ later }: Pick<Invite, 'later'>, registrationId: string): string[] | undefined =>
  eachOf(later).find((each) => each.registrationId === registrationId)?.optionIds

/** Combines two `later` values; for the same registration the first one counts. */
export function bothLater(one: Invite['later'], other: Invite['later']): Invite['later'] {
  const known = eachOf(one).map(({ registrationId }) => registrationId)
  const more = eachOf(other).filter(({ registrationId }) => !known.includes(registrationId))
  const [first, ...others] = [...eachOf(one), ...more].map(({ registrationId, optionIds }) => ({
    registrationId,
    optionIds,
  }))
  return first && { ...first, ...(others.length > 0 && { others }) }
}
