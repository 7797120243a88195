import { ownFieldFault } from '#shared/rules/ownFields.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { Unit } from '../unit.ts'
import type { Taken } from './taken.ts'

type What = 'bornOn' | 'team' | 'number' | 'position' | 'guardian' | 'household' | 'field'
export type Difference = { what: What; name?: string; from: string; to: string }

/** What a row would change in the player's roster entry; empty cells change nothing. */
export const newLine = ({ row, onTeam }: Taken): { number?: string; position?: string } => ({
  ...(row.number && row.number !== onTeam?.number && { number: row.number }),
  ...(row.position && row.position !== onTeam?.position && { position: row.position }),
})

/** What a row would change in a guardian. */
export const newGuardian = (wanted: Guardian, known: Guardian | undefined): Partial<Guardian> =>
  Object.fromEntries(
    (['name', 'email', 'phone', 'householdId'] as const)
      .filter((name) => wanted[name] && wanted[name] !== known?.[name])
      .map((name) => [name, wanted[name]]),
  )

/** What a row would change in the answers to the club's custom fields; only valid answers to existing fields count. */
export const newAnswers = ({ row: { fields = {} }, details }: Taken, { questions }: Unit): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const said = fields[question.id]?.trim() ?? ''
      const isNew = said !== '' && said !== details?.fields?.[question.id] && !ownFieldFault(question, said)
      return isNew ? [[question.id, said]] : []
    }),
  )

/** What a row would change in an existing player. */
export function differencesOf(taken: Taken, unit: Unit): Difference[] {
  const { player, teamId, onTeam } = taken
  const list: Difference[] = []
  const bornOn = newBirthday(taken, unit)
  if (bornOn) list.push({ what: 'bornOn', from: player?.bornOn ?? '', to: bornOn })
  if (teamId !== undefined && !onTeam) list.push({ what: 'team', from: '', to: unit.teams.get(teamId)?.name ?? '' })
  const line = teamId === undefined ? {} : newLine(taken)
  for (const what of ['number', 'position'] as const)
    if (line[what] !== undefined) list.push({ what, from: onTeam?.[what] ?? '', to: line[what] })
  for (const [id, to] of Object.entries(newAnswers(taken, unit))) {
    const name = unit.questions.find((question) => question.id === id)?.name ?? ''
    list.push({ what: 'field', name, from: taken.details?.fields?.[id] ?? '', to })
  }
  for (const { wanted, known } of taken.guardians) {
    const { householdId, ...changed } = newGuardian(wanted, known)
    if (Object.keys(changed).length > 0)
      list.push({ what: 'guardian', from: known ? saidOf(known) : '', to: saidOf({ name: '', ...known, ...changed }) })
    else if (householdId !== undefined) list.push({ what: 'household', from: '', to: saidOf(wanted) })
  }
  return list
}

/**
 * The birth date that a row brings. A team's import sets none for players whom the club knows: child protection in chat depends
 * on it, so it is changed on the player's page, by those who may.
 */
export function newBirthday({ row: { bornOn }, player }: Taken, unit: Unit): string | undefined {
  if (bornOn === undefined || bornOn === '' || bornOn === player?.bornOn) return undefined
  return player === undefined || unit.orgUnitId === unit.organizationId ? bornOn : undefined
}

const saidOf = ({ name, email, phone }: Pick<Guardian, 'name' | 'email' | 'phone'>) =>
  [name, email, phone].filter(Boolean).join(', ')
