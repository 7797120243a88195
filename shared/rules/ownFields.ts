import type { ValueFault } from './faults.ts'
import { fold } from './textMatching.ts'
import type { PlayerField } from './organizations.ts'
import { type DayOrder, readDay } from './typedDays.ts'

/** The longest answer to a club's custom field. */
export const ownFieldLimit = 200
export const yesNo = ['yes', 'no'] as const

/** The fault of a custom field's value. Every value is a text; '' means no value. */
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

const yesWords = new Set(['yes', 'y', 'true', '1', 'x', 'si', 'sí', 'ja', 'oui', 'sim', '✓', '✔'])
const noWords = new Set(['no', 'n', 'false', '0', '-', 'nein', 'non', 'nao', 'não'])

/** A cell of a table as stored: `x` or `Sí` means yes, a date may be in any order. */
export function readOwnField(
  { type, choices }: PlayerField,
  typed: string,
  order: DayOrder,
  latestYear: number,
): string {
  const text = typed.trim()
  const folded = fold(text)
  if (type === 'YES_NO') return yesWords.has(folded) ? 'yes' : noWords.has(folded) ? 'no' : text
  if (type === 'DATE') return readDay(text, order, latestYear) ?? text
  if (type === 'CHOICE') return choices.find((choice) => fold(choice) === folded) ?? text
  return text
}

/** An existing date: `2026-02-28`. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
