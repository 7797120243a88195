import type { ValueFault } from './faults.ts'
import { fold } from './folded.ts'
import type { PlayerField } from './organizations.ts'
import { type DayOrder, readDay } from './typedDays.ts'

/** The longest that a player's answer to a question of the club may be. */
export const ownFieldLimit = 200
export const yesNo = ['yes', 'no'] as const

/** What is wrong with what is said of a player where the club asks for something of its own. Everything is a text; '' is nothing. */
export function ownFieldFault({ type, choices, required }: PlayerField, value: string): ValueFault | undefined {
  const text = value.trim()
  const isChosen = type === 'CHOICE' || type === 'YES_NO'
  if (text === '') return required ? { code: isChosen ? 'select_one' : 'required' } : undefined
  if ([...text].length > ownFieldLimit) return { code: 'too_long', limit: ownFieldLimit }
  switch (type) {
    case 'TEXT':
      return undefined
    case 'NUMBER':
      return /^-?\d{1,12}([.,]\d{1,6})?$/.test(text) ? undefined : { code: 'not_a_number' }
    case 'DATE':
      return isDay(text) ? undefined : { code: 'invalid' }
    case 'YES_NO':
      return text === 'yes' || text === 'no' ? undefined : { code: 'select_one' }
    case 'CHOICE':
      return choices.includes(text) ? undefined : { code: 'select_one' }
  }
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'si', 'sí', 'ja', 'oui', 'sim', '✓', '✔'])
const no = new Set(['no', 'n', 'false', '0', '-', 'nein', 'non', 'nao', 'não'])

/** An answer as a table has it, as it is kept: who writes `x` or `Sí` means yes, a day may be written in any order. */
export function readOwnField(
  { type, choices }: PlayerField,
  typed: string,
  order: DayOrder,
  latestYear: number,
): string {
  const text = typed.trim()
  const folded = fold(text)
  if (type === 'YES_NO') return yes.has(folded) ? 'yes' : no.has(folded) ? 'no' : text
  if (type === 'DATE') return readDay(text, order, latestYear) ?? text
  if (type === 'CHOICE') return choices.find((choice) => fold(choice) === folded) ?? text
  return text
}

/** A day that there is: `2026-02-28`. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
