import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import texts from './texts.en.json'

/** Shared parts of the forms that add players to a team. */

type TeamChoiceProps = { teams: readonly { id: string; name: string }[]; to: string; setTo: (teamId: string) => void }

export function TeamChoice({ teams, to, setTo }: TeamChoiceProps) {
  const t = useTexts('teams', texts)
  return (
    <OneOf
      label={t('column_team')}
      value={to}
      placeholder={t('chooseATeam')}
      options={teams.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={setTo}
    />
  )
}

type FootProps = {
  toEvents: boolean
  setToEvents: (toEvents: boolean) => void
  busy: boolean
  /** Progress for several players; false while idle, undefined for a single player. */
  progress?: { done: number; count: number } | false
  save: () => Promise<unknown>
} & Missing

type Missing = { teams: readonly unknown[] | undefined; to: string; isNobodyChosen?: boolean }

/** The checkbox for upcoming events, the progress, and the submit button, which says what is missing. */
export function PutOnTeamFoot({ toEvents, setToEvents, busy, progress, save, ...missing }: FootProps) {
  const t = useTexts('teams', texts)
  const why = whatIsMissing(missing)
  return (
    <>
      <Checkbox label={t('addToEvents')} value={toEvents} onChange={setToEvents} />
      {progress !== undefined && <p role="status">{progress && t('moving', progress)}</p>}
      <div>
        <Button kind="primary" busy={busy} disabledReason={why && t(why)} onClick={() => void save()}>
          {t('putOnTeam')}
        </Button>
      </div>
    </>
  )
}

function whatIsMissing({ teams, to, isNobodyChosen }: Missing) {
  if (teams?.length === 0) return 'noOtherTeam'
  if (isNobodyChosen) return 'chooseAPlayer'
  return to === '' ? 'chooseATeam' : undefined
}
