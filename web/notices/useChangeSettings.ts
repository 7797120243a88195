import type { AnswerOf, InputOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { readerZone } from '../kit/format.ts'
import { change, useSave } from '../shell/useSave.ts'
import texts from './texts.en.json'

const READ = 'GET /rest-api/mail/notices'
const UPDATE = 'PUT /rest-api/mail/notices'
export type NoticeSettings = AnswerOf<typeof READ>
type Body = InputOf<typeof UPDATE>['body']
export type ChangeSettings = (changes: Partial<Body>) => void

/**
 * Saves a single choice without the others, so that choices made on another device meanwhile are kept. Optimistic: reverted if
 * saving fails. The stored time zone stays even when the user travels; the device's is sent only if none is stored, when quiet
 * hours are turned on, or when the user asks for it.
 */
export function useChangeSettings(settings: NoticeSettings | undefined): ChangeSettings {
  const t = useTexts('notices', texts)
  const { save } = useSave(UPDATE, {
    optimistic: ({ body }) => [change(READ, {}, (settings, saved) => saved ?? applyChanges(settings, body))],
    failed: t('notSaved'),
  })
  return (changes) => {
    if (!settings) return
    const { quiet, timezone } = settings
    const isNew = timezone === null || (quiet === null && Boolean(changes.quiet))
    void save({ body: { choices: [], ...(isNew && { timezone: readerZone() }), ...changes } })
  }
}

function applyChanges(
  settings: NoticeSettings,
  { choices, quiet = settings.quiet, language = settings.language, timezone }: Body,
): NoticeSettings {
  const withChosenState = ({ notice, channel, state }: NoticeSettings['choices'][number]) => {
    const changed = choices.find((choice) => choice.notice === notice && choice.channel === channel)
    return {
      notice,
      channel,
      state: !changed || state === 'always' ? state : changed.on ? ('on' as const) : ('off' as const),
    }
  }
  return {
    ...settings,
    choices: settings.choices.map(withChosenState),
    quiet,
    language,
    timezone: timezone ?? settings.timezone,
  }
}
