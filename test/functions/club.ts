import { randomInt } from 'node:crypto'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import type { Event } from '#functions/table/events.ts'
import { licences } from '#functions/table/licences.ts'
import { organizations } from '#functions/table/organizations.ts'
import { families } from '#functions/table/players.ts'
import { type NewPlayer, teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { type Team, teams } from '#functions/table/teams.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { alphabet, inviteOf, partLength } from '#shared/ids.ts'
import { type Flag, flags } from '#shared/permissions.ts'
import { itemsOf, putAll, replaceWords } from './copy.ts'

export const newPart = (letter: string): string =>
  letter + Array.from({ length: partLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Actor and time of a test's setup. */
export const stamp: Stamp = { actor: 'the-test', at: '2026-11-01T12:00:00.000Z' }

const venue = { name: 'North Park', address: '12 Main Street', city: 'Springfield', state: 'IL', zip: '60601' }

/** A team event; by default at 6:30 pm in Chicago on 21 November. */
export function anEvent(team: Team, changes: Partial<Event> = {}): Event {
  return {
    eventId: `${team.teamId}.${newPart('e')}`,
    name: 'Practice',
    description: 'Bring water.',
    start: '2026-11-22T00:30:00Z',
    end: '2026-11-22T02:00:00Z',
    timezone: 'America/Chicago',
    field: '3',
    eventType: { name: 'Practice', color: '#2b8a3e' },
    teamName: team.name,
    fieldLabel: 'Field',
    location: venue,
    ...changes,
  }
}

type ClubOptions = { isRosterVisible?: boolean; roster?: string[]; event?: Partial<Event>; licences?: number }

async function makeClub({
  isRosterVisible = true,
  roster = [],
  event: changes = {},
  licences: given = 1000,
}: ClubOptions) {
  const organizationId = newPart('o')
  const user = (name: string) => `${name}-${organizationId}`
  const sport = { name: 'Soccer', fieldLabel: 'Field' }
  const organization = {
    organizationId,
    name: 'Springfield FC',
    sport,
    timezone: 'America/Chicago',
    academyEnabled: true,
  }
  const team = (name: string): Team => ({
    teamId: `${organizationId}.${newPart('t')}`,
    name,
    organizationName: organization.name,
    sport,
    isRosterVisible,
  })
  const falcons = team('Falcons')
  const otters = team('Otters')
  const player = (name: string): NewPlayer => ({
    playerId: `${organizationId}.${newPart('p')}`,
    firstName: name,
    lastName: 'Moreno',
  })
  const [mia, leo, ada] = [player('Mia'), player('Leo'), player('Ada')]
  const falconPlayers = [mia, leo, ada, ...roster.map(player)]
  const sam = player('Sam')

  const licencesWrite = licences.create({ organizationId, given, used: 2 })
  await write(
    stamp,
    organizations.create(organization),
    licencesWrite,
    ...teams.createUnlicensed(falcons),
    ...teams.createUnlicensed(otters),
  )
  const personOf = (name: string) => ({ userId: user(name), firstName: name, lastName: 'Okafor' })
  const coach = { ...personOf('coach'), flags: ['canEditEvents', 'canEditPlayers'] satisfies Flag[] }
  await Promise.all([
    teamPlayers.addNew(stamp, falconPlayers, falcons),
    teamPlayers.addNew(stamp, [sam], otters),
    write(
      stamp,
      ...organizationAdministrators.appoint(organization, { ...personOf('admin'), flags: [...flags] }),
      ...teamAdministrators.appoint(falcons, coach),
    ),
  ])
  const { playerId } = mia
  await families.join(stamp, { playerId, userId: user('parent'), relation: 'own' })
  await families.join(stamp, { playerId, userId: user('parent2'), relation: 'own' })
  await families.join(stamp, { playerId, userId: user('fan'), relation: 'following' })
  const game = anEvent(falcons, changes)
  await createEvent(stamp, game, falconPlayers)
  return { organizationId, organization, falcons, otters, mia, leo, ada, sam, falconPlayers, game }
}

type ClubModel = Awaited<ReturnType<typeof makeClub>>
const withIds = <More extends ClubModel>(model: More) => ({
  ...model,
  user: (name: string) => `${name}-${model.organizationId}`,
  invite: (player: NewPlayer) => inviteOf(model.game.eventId, player.playerId),
})
export type Club = ReturnType<typeof withIds<ClubModel>>

const idPart = new RegExp(`(?<=\\.)[a-z][${alphabet}]{${partLength}}(?![${alphabet}])`, 'g')
/** The randomly drawn parts of ids. Those that a test makes up itself repeat one letter or digit. */
const partsIn = (items: object): string[] =>
  [...new Set(JSON.stringify(items).match(idPart))].filter((part) => !/(.)\1{5}/.test(part))

/**
 * Returns a factory for clubs like the one `make` builds through the product itself, once per process: each copy has its items
 * under new ids, written in a few calls instead of dozens.
 * @param fixedParts id parts that were not drawn at random: they stay the same in each copy
 */
export function copiesOf<More extends ClubModel>(make: () => Promise<More>, fixedParts: readonly string[] = []) {
  let model: ReturnType<typeof itemsOf<More>> | undefined
  return async () => {
    model ??= itemsOf(make, ({ organizationId }) => organizationId)
    const { made, items } = await model
    const parts = [made.organizationId, ...partsIn(items).filter((part) => !fixedParts.includes(part))]
    const replacements = new Map(parts.map((part) => [part, newPart(part.charAt(0))]))
    await putAll(replaceWords(items, replacements))
    return withIds(replaceWords(made, replacements))
  }
}

const copyClub = copiesOf(() => makeClub({}))
/**
 * A separate club for one test, as tests share a table and run in parallel. It has two teams, the Falcons with a game today; Mia
 * (with a parent and a fan), Leo and Ada on the Falcons; a coach of the Falcons; and an administrator. With `options`, the product
 * builds the club instead of copying one.
 */
export const aClub = async (options?: ClubOptions): Promise<Club> =>
  options ? withIds(await makeClub(options)) : copyClub()

/** Adds the club’s administrator to Mia’s family, for tests that call every route as the administrator. */
export async function joinsFamily(as: string, { mia: { playerId }, user }: Club): Promise<void> {
  if (as === user('admin') && !(await families.get({ playerId, userId: as }, { consistent: true })))
    await families.join(stamp, { playerId, userId: as, relation: 'own' })
}
