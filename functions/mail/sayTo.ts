import type { Person } from '../http/caller.ts'
import { languageOf, noticeChoices } from '../table/noticeChoices.ts'
import type { User } from '../table/profiles.ts'
import { english, type Say, sayIn } from './say.ts'

/** The `Say` of a user: in the language that they have chosen, or that of their browser. */
export const sayTo = async ({ userId }: User): Promise<Say> => sayIn(languageOf(await noticeChoices.get({ userId })))

/** The same for the caller; always English for a program with an access token, so that its output does not depend on the token's owner. */
export const sayToCaller = async ({ userId, token }: Pick<Person, 'userId' | 'token'>): Promise<Say> =>
  token.club === undefined ? sayTo({ userId }) : english
