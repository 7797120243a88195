import type { Choices } from '#shared/rules/notices.ts'
import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'

export type ReaderLanguage = 'en' | 'es'
/**
 * A person's choice of notices: see `shared/rules/notices.ts`. `language` is the one that they chose for mail; `browser` is the
 * last one that their browser requested, used until they choose.
 */
type NoticeChoices = Partial<Choices> & { language?: ReaderLanguage; browser?: ReaderLanguage }
export const noticeChoices = entity<NoticeChoices, User>('Notice choices', {
  key: (id) => ({ pk: userPartition(id), sk: 'NOTICES' }),
})

type Row = NoticeChoices | undefined
/** The choices of a row, or the defaults. */
export const choicesOf = (row: Row): Choices => ({
  chosen: row?.chosen ?? {},
  quiet: row?.quiet,
  timezone: row?.timezone,
})
export const languageOf = (row: Row): ReaderLanguage => row?.language ?? row?.browser ?? 'en'
