import { isId, lastPart, organizationOf, registrationPlayerOf } from '#shared/ids.ts'
import { isProblem } from '#shared/problems.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { events, isVisible } from '../table/events.ts'
import { outbox } from '../table/outbox.ts'
import { isLanding, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { organizations } from '../table/organizations.ts'
import { paymentAccounts } from '../table/paymentAccounts.ts'
import {
  registrationNotifications,
  registrationOptions,
  registrationReaches,
  registrations,
  type WholeRegistration,
} from '../table/registrations.ts'
import { all, maxTransactWrites, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'
import { idIn, worker } from '../worker.ts'
import { notifiedUserIds } from './acting.ts'
import { inviteToAddedOptions, land, landingStamp } from './land.ts'
import { leaveEvents } from './leaveEvents.ts'
import { applyReach } from './reach.ts'
import { offerPlaces } from './release.ts'

/**
 * Hears of each player who has been registered: puts them where they belong, then tells their family and who of the club wants to know. It
 * may hear twice: each step is done once, and the mails go with the note that all of it is. Where there are more places by now, a team or a
 * club takes registrations or payments again, or a date is one again, they are offered to who waits; and where the dates of an option were
 * changed, who has registered for it follows them.
 */
export const handler = worker(async ({ pk, sk, kind }, { now }) => {
  if (kind === events.kind) return offerDate(sk.slice('EVENT#'.length), now)
  const isOfUnit = kind === teams.kind || kind === organizations.kind || kind === paymentAccounts.kind
  if (isOfUnit) return offerAll(idIn(pk), now)
  const registrationId = pk.slice('REGISTRATION#'.length)
  if (kind === registrationReaches.kind)
    return applyReach({ actor: 'register-landed', at: now }, { registrationId, optionId: sk.slice('REACH#'.length) })
  if (kind !== registrationEntries.kind)
    return `offered ${await offerPlaces({ actor: 'register-landed', at: now }, registrationId)}`
  const playerId = `${organizationOf(registrationId)}.${lastPart(sk.slice('ENTRY#'.length))}`
  const id = { registrationId, playerId }
  const [entry, whole] = await Promise.all([
    registrationEntries.get(id, { consistent: true }),
    registrations.readWhole({ registrationId }),
  ])
  if (entry?.left && entry.state !== 'registered' && whole)
    await leaveAfterCancel(landingStamp(entry.userId, now), entry, whole)
  // The code that gave the place back offers it too, but may have been interrupted. A new waiting entry may find a place: of two
  // children who wait together for lack of a second one, the first gets the one that is left.
  if (entry?.state === 'cancelled' || entry?.state === 'waiting')
    return `offered ${await offerPlaces({ actor: 'register-landed', at: now }, registrationId)}`
  if (!entry || !isLanding(entry) || !whole) return 'nothing to do'
  const stamp = landingStamp(entry.userId, now)
  await (entry.landing === 'moved' ? inviteToAddedOptions(stamp, { entry, whole }) : land(stamp, { entry, whole }))
  // Also for a player who had landed, was taken off, and is registered again before having left the old events.
  await leaveEvents(stamp, entry, whole)
  const done = registrationEntries.change(id, {
    set: { landing: 'done', given: undefined, left: undefined, gone: undefined },
    // If the entry changed meanwhile, that change triggers another run, which lands the player as they are then.
    when: ifUnchanged(entry),
  })
  // The mails went out when the player landed first.
  if (entry.landing !== 'wanted') return landedOrNothing(write(stamp, done))
  const notified = await registrationNotifications.of({ registrationId })
  const about = { registrationPlayerId: registrationPlayerOf(registrationId, playerId) }
  const mailTo = (userId: string) => ({ letter: 'playerRegistered' as const, to: { userId }, about })
  const recipients = await notifiedUserIds(entry, now)
  const room = maxTransactWrites - 1 - recipients.length
  // For whom there is no room beside the note, each by itself and before it: who is cut short comes again, and a mail that lies
  // in the outbox already is one.
  for (const { userId } of notified.slice(room)) {
    const mailId = `player-registered.${entry.feeId}.${userId}`
    await ignoreConflict(write(stamp, outbox.add(stamp, { ...mailTo(userId), mailId })))
  }
  return landedOrNothing(
    write(
      stamp,
      done,
      ...recipients.map((userId) => outbox.add(stamp, { letter: 'registered', to: { userId }, about })),
      ...notified.slice(0, room).map(({ userId }) => outbox.add(stamp, mailTo(userId))),
    ),
  )
})

/** For a player who had landed, was taken off, and has no place again; one who has registered again lands again. */
async function leaveAfterCancel(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  whole: WholeRegistration,
): Promise<void> {
  await leaveEvents(stamp, entry, whole)
  await landedOrNothing(
    write(
      stamp,
      registrationEntries.change(entry, { set: { left: undefined, gone: undefined }, when: ifUnchanged(entry) }),
    ),
  )
}

/** Offers places on all registrations of a team, or of a club with all its teams. */
async function offerAll(id: string, now: string): Promise<string> {
  const listed = await all(isId('team', id) ? registrations.ofUnit(id) : registrations.ofClub(id))
  let offered = 0
  for (const row of listed) offered += await offerPlaces({ actor: 'register-landed', at: now }, registrations.idOf(row))
  return `offered ${offered}`
}

/** Offers places for options with this date, which is back on or has moved to later. */
async function offerDate(eventId: string, now: string): Promise<string> {
  const event = await events.get({ eventId }, { consistent: true })
  if (!event || !isVisible(event) || event.cancelled || event.end <= now) return 'nothing to do'
  const listed = await all(registrations.ofClub(organizationOf(eventId)))
  const ids = listed.map((row) => ({ registrationId: registrations.idOf(row) }))
  const chosen = await registrationOptions.getMany(ids)
  let offered = 0
  for (const [i, { registrationId }] of ids.entries())
    if (chosen[i]?.options.some(({ eventIds }) => eventIds.includes(eventId)))
      offered += await offerPlaces({ actor: 'register-landed', at: now }, registrationId)
  return `offered ${offered}`
}

const landedOrNothing = (writing: Promise<unknown>) =>
  writing.then(
    () => 'landed',
    (error: unknown) => {
      // Another run was faster.
      if (isProblem(error, 'conflict')) return 'nothing to do'
      throw error
    },
  )
