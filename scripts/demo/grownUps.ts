import { guardians } from '#functions/table/guardians.ts'
import { write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import type { Club } from './club.ts'
import { demoPart } from './ids.ts'

/** Families that the youth club knows by an address and has not invited yet; each is one household. */
const familyNames = ['Becker', 'Castillo', 'Kowalski', 'Lindqvist', 'Marchetti', 'Novak', 'Petrov', 'Vogt', 'Walsh']

/** Adds an adult of each of these families to all of their children. */
export async function seedGrownUps(stamp: Stamp, { organization: { organizationId }, squads }: Club): Promise<void> {
  const players = squads.flatMap((squad) => squad.players)
  for (const lastName of familyNames) {
    const part = demoPart('h', lastName)
    const guardian = {
      guardianId: `g${part.slice(1)}`,
      name: `Robin ${lastName}`,
      email: `${lastName.toLowerCase()}@families.demo.touchline.test`,
      householdId: `${organizationId}.${part}`,
    }
    for (const { playerId } of players.filter((player) => player.lastName === lastName))
      await write(stamp, guardians.createOnce({ playerId, ...guardian }))
  }
}
