import type { Person } from '../http/caller.ts'
import { languageOf, noticeChoices } from '../table/noticeChoices.ts'
import type { User } from '../table/profiles.ts'
import { english, type Say, sayIn } from './say.ts'

/** `Say` in the language that the person has chosen, or that of their browser. */
export const sayTo = async ({ userId }: User): Promise<Say> => sayIn(languageOf(await noticeChoices.get({ userId })))

/** The same for text that programs read too: with an access token it is always English, whoever owns the token. */
export const sayToCaller = async ({ userId, token }: Pick<Person, 'userId' | 'token'>): Promise<Say> =>
  token.club === undefined ? sayTo({ userId }) : english
