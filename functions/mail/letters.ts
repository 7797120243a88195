import { letters as money } from '../money/letters.ts'
import { letters as organization } from '../organization/letters.ts'
import { letters as families } from '../families/letters.ts'
import { letters as calendar } from '../calendar/letters.ts'
import type { LetterName } from '../table/outbox.ts'
import { letters as today } from '../today/letters.ts'
import type { Writer } from './writer.ts'

/** Who writes each letter: one line an area. */
export const letters: { readonly [Name in LetterName]: Writer<Name> } = {
  ...calendar,
  ...money,
  ...today,
  ...organization,
  ...families,
}
