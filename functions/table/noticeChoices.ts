import type { Choices } from '#shared/rules/notices.ts'
import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'

export type ReaderLanguage = 'en' | 'es'
/**
 * What somebody has chosen to be told, and how: see `shared/rules/notices.ts`. `language` is the one in which we write to them;
 * `browser` says what their browser last asked for, which counts while they have chosen none.
 */
type NoticeChoices = Partial<Choices> & { language?: ReaderLanguage; browser?: ReaderLanguage }
export const noticeChoices = entity<NoticeChoices, User>('Notice choices', {
  key: (id) => ({ pk: userPartition(id), sk: 'NOTICES' }),
})

type Row = NoticeChoices | undefined
/** What is chosen, whether anything is written down or not. */
export const choicesOf = (row: Row): Choices => ({
  chosen: row?.chosen ?? {},
  quiet: row?.quiet,
  timezone: row?.timezone,
})
export const languageOf = (row: Row): ReaderLanguage => row?.language ?? row?.browser ?? 'en'
