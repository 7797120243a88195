import { inviteOf, isId, registrationPlayerOf, teamOf } from '#shared/ids.ts'
import { feeNameLimit } from '#shared/rules/fees.ts'
import { chargeAll } from '../table/chargeFees.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import type { Fee } from '../table/fees.ts'
import { files } from '../table/files.ts'
import { ignore } from '../table/ignore.ts'
import { optionsChosenBefore, type Invite } from '../table/inviteRows.ts'
import { type InvitedPlayer, invites } from '../table/invites.ts'
import { guestMark } from '../table/isForPlayer.ts'
import { playerDetails } from '../table/playerDetails.ts'
import { families, guardiansWith, type Player, players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { addedOptionIds, ownerOf, partFeeIdOf, type RegistrationEntry } from '../table/registrationEntries.ts'
import { type Registration, registrationReaches, type WholeRegistration } from '../table/registrations.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { changePictures, teamPlayers } from '../table/rosters.ts'
import { all, retryOnConflict, update, write } from '../table/table.ts'
import { type Team, teams } from '../table/teams.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'
import { eventsOf } from './leaveEvents.ts'

type Landing = { entry: Stored<RegistrationEntry>; whole: WholeRegistration }
/** The stamp of fees: always the same actor, so that a repeated charge is recognized whoever has started it. */
export const landingStamp = (userId: string, at: string): Stamp => ({ actor: 'register', subject: userId, at })

/**
 * Lands a registered player: adds them to the club, their family and the team, with tags, picture, fees and invites. Each step is
 * idempotent, so it may be cut short anywhere and be done again. Players cannot be merged while they land.
 */
export async function land(stamp: Stamp, landing: Landing): Promise<void> {
  const { entry, whole } = landing
  // A registration for events of a team makes the player a guest of these events, not a member of the roster.
  const teamId = whole.registration.registrationType === 'EVENT' ? undefined : teamOf(entry.registrationId)
  const teamRow = teamId === undefined ? undefined : await teams.get({ teamId }, { consistent: true })
  // If the team is archived by now, the player is on no team.
  const team = teamRow?.archivedAt === undefined ? teamRow : undefined
  const number = answerByLabel(landing, 'NUMBER')
  const playerId = ownerOf(entry)
  const isNew = entry.isNew && entry.ownerId === undefined
  await (isNew ? addNewPlayer(stamp, landing, team, number) : addToTeam(stamp, playerId, team, number))
  await addTags(stamp, playerId, whole)
  await adoptPicture(stamp, entry)
  // A player who lands again after an undone merge has been charged already; fees that the club has deleted since are not created again.
  if (entry.landing !== 'again') await charge(stamp, entry, whole.registration)
  const later = entry.landing === 'again' ? await laterDates(landing) : undefined
  await invite(stamp, landing, entry.optionIds, { team, later })
}

function answerByLabel({ entry, whole }: Landing, label: string): string | undefined {
  const question = whole.questions.find(({ standardLabel }) => standardLabel === label)
  return question && entry.answers[question.id]?.[0]
}

/** Adds a new player to the club, with the user who has registered them as family. */
async function addNewPlayer(stamp: Stamp, landing: Landing, team: Team | undefined, number: string | undefined) {
  const { playerId, userId, firstName, lastName } = landing.entry
  const existingPlayer = await players.get({ playerId }, { consistent: true })
  const member = existingPlayer && (await families.get({ playerId, userId }, { consistent: true }))
  if (existingPlayer && !member && (existingPlayer.by !== stamp.actor || existingPlayer.byFor !== userId))
    throw new Error('another player')
  if (!existingPlayer) {
    const shirt = number === undefined || number.length > 3 ? {} : { number }
    await teamPlayers.addNew(stamp, [{ playerId, firstName, lastName, ...shirt }], team)
  }
  if (!member) await families.join(stamp, { playerId, userId, relation: 'own', came: 'registered' })
  await addContact(stamp, landing)
}

/** Adds the user who has registered the player as a contact, with the phone number that was filled in. */
async function addContact(stamp: Stamp, landing: Landing) {
  const { playerId, userId } = landing.entry
  const phone = answerByLabel(landing, 'MOBILE_PHONE') ?? answerByLabel(landing, 'HOME_PHONE') ?? ''
  const profile = await profiles.get({ userId })
  const name = `${profile?.firstName ?? ''} ${profile?.lastName ?? ''}`.trim()
  if (name === '') return
  const contacts = [{ name, relation: '', email: profile?.email ?? '', phone }]
  await write(stamp, playerDetails.create({ playerId, contacts }, 'already_there')).catch(ignore('already_there'))
}

async function addToTeam(stamp: Stamp, playerId: string, team: Team | undefined, number: string | undefined) {
  if (!team || (await rosterRows.get({ teamId: team.teamId, playerId }, { consistent: true }))) return
  const entry = number === undefined || number.length > 3 ? {} : { number }
  await teamPlayers.add(stamp, playerId, team, entry).catch(ignore('already_there'))
}

const maxTags = 20
const addTags = (stamp: Stamp, playerId: string, { registration: { tags: wanted } }: WholeRegistration) =>
  retryOnConflict(async () => {
    const player = await players.get({ playerId }, { consistent: true })
    const before = player?.tags ?? []
    const missing = wanted.filter(({ id }) => !before.some((each) => each.id === id))
    if (!player || missing.length === 0) return
    const tags = [...before, ...missing].slice(0, maxTags)
    await update(stamp, players.change({ playerId }, { set: { tags }, when: ifUnchanged(player) }))
  })

/**
 * Makes the picture of the registration the player's own, if they have none and the user who sent it is family with the right `sees`;
 * otherwise it stays with the registration. To whom it is shown is the family's decision.
 */
const adoptPicture = (stamp: Stamp, entry: RegistrationEntry) =>
  retryOnConflict(async () => {
    const { avatarId, userId, registrationId } = entry
    const playerId = ownerOf(entry)
    if (avatarId === undefined) return
    const [player, member] = await Promise.all([
      players.get({ playerId }, { consistent: true }),
      families.get({ playerId, userId }, { consistent: true }),
    ])
    if (!player || player.picture !== undefined || !member || guardiansWith([member], 'sees').length === 0) return
    const when = [['about', '=', registrationPlayerOf(registrationId, entry.playerId)]] as const
    const fileChange = files.change({ fileId: avatarId }, { set: { about: playerId }, when }, 'file_missing')
    await write(stamp, ...changePictures(player, { picture: avatarId }), fileChange).catch(ignore('file_missing'))
  })

/** The fees of an entry: one for each part of the price. */
export const feesOf = (entry: RegistrationEntry, registration: ChargedRegistration): Fee[] =>
  entry.parts.map(({ amountInCents: amount, dueOn }, i) => {
    const count = entry.parts.length > 1 ? ` (${i + 1}/${entry.parts.length})` : ''
    const name =
      [...registration.name]
        .slice(0, feeNameLimit - count.length)
        .join('')
        .trim() + count
    return feeFor(entry, registration, { playerFeeId: partFeeIdOf(entry, i), name, amount, dueOn })
  })

type ChargedRegistration = Pick<Registration, 'name' | 'mainPaymentAccountId'>
type FeeFields = { playerFeeId: string; name: string; amount: number; dueOn: string }
/** A fee of an entry. It is always paid to the account of its registration. */
export const feeFor = (
  entry: RegistrationEntry,
  { mainPaymentAccountId }: Pick<ChargedRegistration, 'mainPaymentAccountId'>,
  fields: FeeFields,
): Fee => ({
  registrationPlayerId: registrationPlayerOf(entry.registrationId, entry.playerId),
  ...(entry.absorbFees && { absorbs: true as const }),
  ...(mainPaymentAccountId !== null && { paymentAccountId: mainPaymentAccountId }),
  ...fields,
  paid: 0,
  waived: 0,
  state: 'open',
  firstName: entry.firstName,
  lastName: entry.lastName,
})

/**
 * Creates the fees of an entry, each in a transaction of its own, since each has its own due day. The first one may exist already, because
 * it held the place. One that was created before and deleted by the club since is not created again.
 */
async function charge(stamp: Stamp, entry: RegistrationEntry, registration: ChargedRegistration): Promise<void> {
  for (const fee of feesOf(entry, registration))
    await chargeAll(stamp, [fee], { deletedProblem: 'already_there' }).catch(ignore('already_there'))
}

/** Sorts after every instant at which an event may start. */
const farFuture = '9999'
/**
 * After the club has changed a player's options: invites them to the events of the added ones, as coming. Other invites are not changed.
 */
export const inviteToAddedOptions = (stamp: Stamp, landing: Landing): Promise<void> =>
  invite(stamp, landing, addedOptionIds(landing.entry))

/**
 * The dates that were added to the chosen options after the player had registered, and for which not everybody has been invited yet:
 * landing again is no answer for these.
 */
async function laterDates({ entry: { registrationId, optionIds }, whole }: Landing): Promise<Set<string>> {
  const ids = optionIds.map((optionId) => ({ registrationId, optionId }))
  const reaches = await registrationReaches.getMany(ids, { consistent: true })
  const added = new Map(reaches.flatMap((reach) => (reach ? [[reach.optionId, reach.eventIds] as const] : [])))
  const options = whole.options.map((option) => ({
    ...option,
    eventIds: option.eventIds.filter((eventId) => !added.get(option.id)?.includes(eventId)),
  }))
  const before = eventsOf({ options }, optionIds)
  return new Set([...eventsOf(whole, optionIds)].filter((id) => !before.has(id)))
}

type InviteOptions = { team?: Team | undefined; later?: ReadonlySet<string> | undefined }
/**
 * Adds the player to the events of their options, as accepted, and as a guest where they are not theirs anyway. To `later` dates,
 * and to the team's coming events, they are invited.
 */
async function invite(
  stamp: Stamp,
  { entry, whole }: Landing,
  optionIds: readonly string[],
  { team, later }: InviteOptions = {},
) {
  const { registrationId, firstName, lastName, userId } = entry
  const playerId = ownerOf(entry)
  const chosen = eventsOf(whole, optionIds)
  const ids = [...chosen].filter((id) => isId('event', id)).map((eventId) => ({ eventId }))
  const isChosen = ({ eventId }: Event) => chosen.has(eventId)
  function makeInvite(invited: InvitedPlayer & Pick<Player, 'teams'>, event: Stored<Event>): Invite {
    if (!isChosen(event)) return invites.unansweredInvite(event, invited)
    const guest = { ...invited, ...guestMark(event.eventId, invited) }
    return later?.has(event.eventId)
      ? {
          ...invites.unansweredInvite(event, guest, { mail: true }),
          later: { registrationId, optionIds: [...optionIds] },
        }
      : { ...invites.unansweredInvite(event, guest), ...acceptedBy(userId, stamp) }
  }
  await retryOnConflict(async () => {
    const [existingPlayer, registered, coming] = await Promise.all([
      players.get({ playerId }, { consistent: true }),
      events.getMany(ids, { consistent: true }),
      team ? all<Event>({ ...events.between(team.teamId, stamp.at, farFuture), consistent: true }) : [],
    ])
    const player = { playerId, firstName, lastName, teams: existingPlayer?.teams ?? [] }
    const upcomingEvents = [
      ...registered.filter((event) => event !== undefined),
      ...coming.filter((event) => !isChosen(event)),
    ].filter((event) => isVisible(event) && !event.cancelled && event.end > stamp.at)
    await invites.inviteMissing(stamp, upcomingEvents, [player], makeInvite)
    for (const event of upcomingEvents.filter(isChosen))
      if (!later?.has(event.eventId)) await accept(stamp, { entry, whole }, event.eventId, player)
  })
}

/** By registering a player, the registrar has accepted for them. */
const acceptedBy = (userId: string, { at }: Stamp) => ({
  status: 'Accepted' as const,
  answerId: invites.newRegistrationAnswerId(),
  answeredBy: userId,
  answeredAt: at,
})

/**
 * An earlier invite without an answer is accepted: by registering and paying, the family has said yes. An answer stays: for a
 * course of ten evenings they may already have said when they are away, and buying a place overrides nobody's answer. Nor is a
 * date accepted that was added later to all of the options they have it by.
 */
const accept = (stamp: Stamp, { entry, whole }: Landing, eventId: string, player: Pick<Player, 'teams'>) =>
  retryOnConflict(async () => {
    const inviteId = inviteOf(eventId, ownerOf(entry))
    const existingInvite = await invites.get({ inviteId }, { consistent: true })
    if (
      !existingInvite ||
      !isVisible(existingInvite) ||
      existingInvite.status !== 'Pending' ||
      existingInvite.answeredBy !== undefined
    )
      return
    const chosenOptions = whole.options.filter(
      ({ id, eventIds }) => entry.optionIds.includes(id) && eventIds.includes(eventId),
    )
    const optionIdsBefore = optionsChosenBefore(existingInvite, entry.registrationId)
    if (optionIdsBefore && chosenOptions.every(({ id }) => optionIdsBefore.includes(id))) return
    const set = { ...acceptedBy(entry.userId, stamp), guest: guestMark(eventId, player).guest, later: undefined }
    await write(stamp, invites.change({ inviteId }, { set, when: ifUnchanged(existingInvite) }))
  })
