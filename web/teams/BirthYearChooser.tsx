import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import styles from './Player.module.css'
import texts from './texts.en.json'

const YEARS = 'GET /rest-api/teams/birth-years/{teamId}'
type BirthYears = AnswerOf<typeof YEARS>['players']

/** Birth years of a team's players, as far as known and visible to the reader. */
export function useBirthYears(teamId: string): ReadonlyMap<string, number> {
  const { data } = useApi(YEARS, { teamId }, { handles: ['failures', 'not_allowed'] })
  return new Map(data?.players.map(({ id, year }: BirthYears[number]) => [id, year]))
}

/** Selects players by birth year, who usually move up together. */
export function BirthYearChooser({
  years,
  onChoose,
}: {
  years: ReadonlyMap<string, number>
  onChoose: (ids: string[]) => void
}) {
  const t = useTexts('teams', texts)
  const distinctYears = [...new Set(years.values())].toSorted((a, b) => a - b)
  const playersBornIn = (year: number) => [...years].flatMap(([id, birthYear]) => (birthYear === year ? [id] : []))
  if (distinctYears.length === 0) return null
  return (
    <div className={styles.years} role="group" aria-label={t('chooseByYear')}>
      {distinctYears.map((year) => (
        <Button key={year} kind="quiet" onClick={() => onChoose(playersBornIn(year))}>
          {t('bornInYear', { year: String(year), count: playersBornIn(year).length })}
        </Button>
      ))}
    </div>
  )
}
