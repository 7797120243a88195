import { formerName, fullName } from '#shared/rules/names.ts'
import { nameText } from '../../i18n.ts'
import type { RegistrationEntry } from '../answers.ts'

type Name = Pick<RegistrationEntry, 'firstName' | 'lastName'>
export const toFullName = (person: Name): string => nameText(fullName(person))

/** The first name; for erased players, who have none, the full placeholder. */
export const toFirstName = (person: Name): string =>
  fullName(person) === formerName ? toFullName(person) : person.firstName
