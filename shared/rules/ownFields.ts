import type { ValueFault } from './faults.ts'
import type { PlayerField } from './organizations.ts'

/** The longest that a player's answer to a question of the club may be. */
export const ownFieldLimit = 200
export const yesNo = ['yes', 'no'] as const

/** What is wrong with what is said of a player where the club asks for something of its own. Everything is a text; '' is nothing. */
export function ownFieldFault({ type, choices, required }: PlayerField, value: string): ValueFault | undefined {
  const text = value.trim()
  if (text === '') return required ? { code: 'required' } : undefined
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

/** A day that there is: `2026-02-28`. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
