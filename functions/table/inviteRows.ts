import { eventOf, playerOf } from '#shared/ids.ts'
import { isLong } from '#shared/rules/days.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { by, entity } from './entity.ts'
import type { EventSummary } from './events.ts'
import { playerPartition } from './players.ts'

export type InviteId = { inviteId: string }
type Later = { registrationId: string; optionIds: string[] }
/**
 * A player's invite to an event. It repeats the event's summary and the player's name. Apart from what is done with invites
 * (invites.ts), since every function asks whether a player is invited.
 */
export type Invite = EventSummary &
  InviteId & {
    status: InviteStatus
    note?: string
    /** Which answer stands: `unanswered` until the first one, and made up here for each. None ever stands twice. Of a registration’s it says that it is one, or that it was taken back. */
    answerId: string
    /** What the device that gave it calls it, so that it is known when it is sent again. */
    answerName?: string
    firstName: string
    lastName: string
    answeredBy?: string
    answeredAt?: string
    /** `wanted`: the parents are to be asked by mail. `told`: their mails lie in the outbox, or there was nothing left to ask. */
    mail?: 'wanted' | 'told'
    /** Asked by name, or by what they have registered for, though not on the event's team: a copy of the event asks them too. */
    guest?: true
    /**
     * To a date that came to what they had registered for before: the options that they had chosen by then. By none of these has
     * their family said that they come. `others`: the same of further registrations to which it came.
     */
    later?: Later & { others?: Later[] }
    /** The last reminder that its family was sent: by how many hours before they have to answer. An earlier one is sent no more. */
    reminded?: number
    /** The last news of the event that its family was told. */
    newsAt?: string
    /** It goes on for days: found by these on each of them. */
    lasts?: 'days'
    /** Which version of the event it repeats: never an older one than before. */
    eventVersion?: number
  }

/** What says of an invite that its event is on more days than its first. */
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

/** The options of a registration that they had chosen before the date came to these; undefined where it did not. */
export const chosenBefore = ({ later }: Pick<Invite, 'later'>, registrationId: string): string[] | undefined =>
  eachOf(later).find((each) => each.registrationId === registrationId)?.optionIds

/** What is known of several registrations; of the same one the first says. */
export function bothLater(one: Invite['later'], other: Invite['later']): Invite['later'] {
  const known = eachOf(one).map(({ registrationId }) => registrationId)
  const more = eachOf(other).filter(({ registrationId }) => !known.includes(registrationId))
  const [first, ...others] = [...eachOf(one), ...more].map(({ registrationId, optionIds }) => ({
    registrationId,
    optionIds,
  }))
  return first && { ...first, ...(others.length > 0 && { others }) }
}
