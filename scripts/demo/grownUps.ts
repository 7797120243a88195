import { guardians } from '#functions/table/guardians.ts'
import { write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import type { Club } from './club.ts'
import { demoPart } from './ids.ts'

/** Families whom the youth club has an address of but has not invited; each is one household. */
const known = ['Becker', 'Castillo', 'Kowalski', 'Lindqvist', 'Marchetti', 'Novak', 'Petrov', 'Vogt', 'Walsh']

/** Adds an adult for each of these families, for all of their children. */
export async function seedGrownUps(stamp: Stamp, { organization: { organizationId }, squads }: Club): Promise<void> {
  const players = squads.flatMap((squad) => squad.players)
  for (const lastName of known) {
    const part = demoPart('h', lastName)
    const said = {
      guardianId: `g${part.slice(1)}`,
      name: `Robin ${lastName}`,
      email: `${lastName.toLowerCase()}@families.demo.touchline.test`,
      householdId: `${organizationId}.${part}`,
    }
    for (const { playerId } of players.filter((player) => player.lastName === lastName))
      await write(stamp, guardians.createOnce({ playerId, ...said }))
  }
}
