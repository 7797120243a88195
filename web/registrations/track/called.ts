import { formerName, fullName } from '#shared/rules/names.ts'
import { nameText } from '../../i18n.ts'
import type { Line } from '../answers.ts'

type Named = Pick<Line, 'firstName' | 'lastName'>
export const nameOf = (line: Named): string => nameText(fullName(line))

/** The first name; for erased players, who have none, the full placeholder. */
export const calledOf = (line: Named): string => (fullName(line) === formerName ? nameOf(line) : line.firstName)
