import type { AnswerOf, InputOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { readerZone } from '../kit/format.ts'
import { change, useSave } from '../shell/useSave.ts'
import texts from './texts.en.json'

const READ = 'GET /rest-api/mail/notices'
const CHOOSE = 'PUT /rest-api/mail/notices'
export type Told = AnswerOf<typeof READ>
type Body = InputOf<typeof CHOOSE>['body']
export type Choose = (wanted: Partial<Body>) => void

/**
 * Saves a single choice without the others, so that choices made on another device meanwhile are kept. Optimistic: reverted if
 * saving fails. The stored time zone stays even when the user travels; the device's is sent only if none is stored, when quiet
 * hours are turned on, or when the user asks for it.
 */
export function useChoose(told: Told | undefined): Choose {
  const t = useTexts('notices', texts)
  const { save } = useSave(CHOOSE, {
    optimistic: ({ body }) => [change(READ, {}, (known, saved) => saved ?? chosen(known, body))],
    failed: t('notSaved'),
  })
  return (wanted) => {
    if (!told) return
    const { quiet, timezone } = told
    const isNew = timezone === null || (quiet === null && Boolean(wanted.quiet))
    void save({ body: { choices: [], ...(isNew && { timezone: readerZone() }), ...wanted } })
  }
}

function chosen(known: Told, { choices, quiet = known.quiet, language = known.language, timezone }: Body): Told {
  const stateOf = ({ notice, channel, state }: Told['choices'][number]) => {
    const wanted = choices.find((choice) => choice.notice === notice && choice.channel === channel)
    return {
      notice,
      channel,
      state: !wanted || state === 'always' ? state : wanted.on ? ('on' as const) : ('off' as const),
    }
  }
  return { ...known, choices: known.choices.map(stateOf), quiet, language, timezone: timezone ?? known.timezone }
}
