import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import texts from './texts.en.json'

/** Shared parts of the forms that add players to a team. */

type TeamChoiceProps = {
  teams: readonly { id: string; name: string }[]
  targetTeamId: string
  setTargetTeamId: (teamId: string) => void
}

export function TeamChoice({ teams, targetTeamId, setTargetTeamId }: TeamChoiceProps) {
  const t = useTexts('teams', texts)
  return (
    <OneOf
      label={t('column_team')}
      value={targetTeamId}
      placeholder={t('chooseATeam')}
      options={teams.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={setTargetTeamId}
    />
  )
}

type PutOnTeamFootProps = {
  addsToEvents: boolean
  setAddsToEvents: (toEvents: boolean) => void
  busy: boolean
  /** Progress for several players; false while idle, undefined for a single player. */
  progress?: { done: number; count: number } | false
  save: () => Promise<unknown>
} & PutOnTeamState

type PutOnTeamState = { teams: readonly unknown[] | undefined; targetTeamId: string; isNobodyChosen?: boolean }

/** The checkbox for upcoming events, the progress, and the submit button, which says what is missing. */
export function PutOnTeamFoot({ addsToEvents, setAddsToEvents, busy, progress, save, ...state }: PutOnTeamFootProps) {
  const t = useTexts('teams', texts)
  const missingKey = findMissing(state)
  return (
    <>
      <Checkbox label={t('addToEvents')} value={addsToEvents} onChange={setAddsToEvents} />
      {progress !== undefined && <p role="status">{progress && t('moving', progress)}</p>}
      <div>
        <Button kind="primary" busy={busy} disabledReason={missingKey && t(missingKey)} onClick={() => void save()}>
          {t('putOnTeam')}
        </Button>
      </div>
    </>
  )
}

function findMissing({ teams, targetTeamId, isNobodyChosen }: PutOnTeamState) {
  if (teams?.length === 0) return 'noOtherTeam'
  if (isNobodyChosen) return 'chooseAPlayer'
  return targetTeamId === '' ? 'chooseATeam' : undefined
}
