import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import styles from './Player.module.css'
import texts from './texts.en.json'

const YEARS = 'GET /rest-api/teams/birth-years/{teamId}'
type Born = AnswerOf<typeof YEARS>['players']

/** Birth years of a team's players, as far as known and visible to the reader. */
export function useBirthYears(teamId: string): ReadonlyMap<string, number> {
  const { data } = useApi(YEARS, { teamId }, { handles: ['failures', 'not_allowed'] })
  return new Map(data?.players.map(({ id, year }: Born[number]) => [id, year]))
}

/** Selects players by birth year, who usually move up together. */
export function BornIn({ years, choose }: { years: ReadonlyMap<string, number>; choose: (ids: string[]) => void }) {
  const t = useTexts('teams', texts)
  const all = [...new Set(years.values())].toSorted((a, b) => a - b)
  const of = (year: number) => [...years].flatMap(([id, born]) => (born === year ? [id] : []))
  if (all.length === 0) return null
  return (
    <div className={styles.years} role="group" aria-label={t('chooseByYear')}>
      {all.map((year) => (
        <Button key={year} kind="quiet" onClick={() => choose(of(year))}>
          {t('bornInYear', { year: String(year), count: of(year).length })}
        </Button>
      ))}
    </div>
  )
}
