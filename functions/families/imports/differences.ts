import { ownFieldFault } from '#shared/rules/ownFields.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { Unit } from '../unit.ts'
import type { MatchedRow } from './matchedRow.ts'

type DifferenceKind = 'bornOn' | 'team' | 'number' | 'position' | 'guardian' | 'household' | 'field'
export type Difference = { what: DifferenceKind; name?: string; from: string; to: string }

/** The attributes of the roster row that a row would change: empty cells change nothing. */
export const rosterChanges = ({ row, onTeam }: MatchedRow): { number?: string; position?: string } => ({
  ...(row.number && row.number !== onTeam?.number && { number: row.number }),
  ...(row.position && row.position !== onTeam?.position && { position: row.position }),
})

/** The attributes of a guardian that a row would change. */
export const newGuardian = (imported: Guardian, existing: Guardian | undefined): Partial<Guardian> =>
  Object.fromEntries(
    (['name', 'email', 'phone', 'householdId'] as const)
      .filter((name) => imported[name] && imported[name] !== existing?.[name])
      .map((name) => [name, imported[name]]),
  )

/** The answers to the club's questions that a row would change: those that are valid answers to existing questions. */
export const newAnswers = (
  { row: { fields = {} }, details }: MatchedRow,
  { questions }: Unit,
): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = fields[question.id]?.trim() ?? ''
      const isNew = answer !== '' && answer !== details?.fields?.[question.id] && !ownFieldFault(question, answer)
      return isNew ? [[question.id, answer]] : []
    }),
  )

/** What a row would change of an existing player, for people to check; empty where all of it is there. */
export function differencesOf(matched: MatchedRow, unit: Unit): Difference[] {
  const { player, teamId, onTeam } = matched
  const list: Difference[] = []
  const bornOn = newBirthday(matched, unit)
  if (bornOn) list.push({ what: 'bornOn', from: player?.bornOn ?? '', to: bornOn })
  if (teamId !== undefined && !onTeam) list.push({ what: 'team', from: '', to: unit.teams.get(teamId)?.name ?? '' })
  const line = teamId === undefined ? {} : rosterChanges(matched)
  for (const what of ['number', 'position'] as const)
    if (line[what] !== undefined) list.push({ what, from: onTeam?.[what] ?? '', to: line[what] })
  for (const [id, to] of Object.entries(newAnswers(matched, unit))) {
    const name = unit.questions.find((question) => question.id === id)?.name ?? ''
    list.push({ what: 'field', name, from: matched.details?.fields?.[id] ?? '', to })
  }
  for (const { imported, existing } of matched.guardians) {
    const { householdId, ...changed } = newGuardian(imported, existing)
    if (Object.keys(changed).length > 0)
      list.push({
        what: 'guardian',
        from: existing ? guardianText(existing) : '',
        to: guardianText({ name: '', ...existing, ...changed }),
      })
    else if (householdId !== undefined) list.push({ what: 'household', from: '', to: guardianText(imported) })
  }
  return list
}

/**
 * The birthday that a row would set. An import into a team changes none of existing players: the rules for the safety of children in chat
 * depend on it, so it is changed on the player's page, by who has the right to.
 */
export function newBirthday({ row: { bornOn }, player }: MatchedRow, unit: Unit): string | undefined {
  if (bornOn === undefined || bornOn === '' || bornOn === player?.bornOn) return undefined
  return player === undefined || unit.orgUnitId === unit.organizationId ? bornOn : undefined
}

const guardianText = ({ name, email, phone }: Pick<Guardian, 'name' | 'email' | 'phone'>) =>
  [name, email, phone].filter(Boolean).join(', ')
