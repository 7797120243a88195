import { formerName, fullName } from '#shared/rules/names.ts'
import { nameText } from '../../i18n.ts'
import type { Line } from '../answers.ts'

type Named = Pick<Line, 'firstName' | 'lastName'>
export const nameOf = (line: Named): string => nameText(fullName(line))

/** By the first name alone; of who was erased there is none, and what stands in its place is said whole. */
export const calledOf = (line: Named): string => (fullName(line) === formerName ? nameOf(line) : line.firstName)
