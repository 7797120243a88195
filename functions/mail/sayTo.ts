import type { Person } from '../http/caller.ts'
import { languageOf, noticeChoices } from '../table/noticeChoices.ts'
import type { User } from '../table/profiles.ts'
import { english, type Say, sayIn } from './say.ts'

/** Says something in the language that somebody has chosen, or their browser speaks. */
export const sayTo = async ({ userId }: User): Promise<Say> => sayIn(languageOf(await noticeChoices.get({ userId })))

/** The same of what a program reads, too: with an access token all is called the same, whoever owns the token. */
export const sayToCaller = async ({ userId, token }: Pick<Person, 'userId' | 'token'>): Promise<Say> =>
  token.club === undefined ? sayTo({ userId }) : english
