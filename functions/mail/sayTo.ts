import { languageOf, noticeChoices } from '../table/noticeChoices.ts'
import type { User } from '../table/profiles.ts'
import { type Say, sayIn } from './say.ts'

/** Says something in the language that somebody has chosen, or their browser speaks. */
export const sayTo = async ({ userId }: User): Promise<Say> => sayIn(languageOf(await noticeChoices.get({ userId })))
