import type { ReactNode } from 'react'
import { type FeeStatus, feeStatuses } from '#shared/rules/fees.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { DateField } from '../kit/DateField.tsx'
import { dateText, listText } from '../kit/format.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Select } from '../kit/Select.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import { fullName } from '#shared/rules/names.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'

export type FeeFilters = { status: FeeStatus | ''; playerId: string; dueFrom: string; dueTo: string; filter: string }
export const noFilters: FeeFilters = { status: '', playerId: '', dueFrom: '', dueTo: '', filter: '' }

type Props = {
  orgUnitId: string
  filters: FeeFilters
  setFilters: (filters: FeeFilters) => void
  /** Name of the player whose fees are shown; players who left are not in the unit's list. */
  playerName: string | undefined
  children: ReactNode
}

/** Filters of fees: purpose, state, player and due date. On phones all but the first are collapsed, so that the fees come first. */
export function FilterBar({ orgUnitId, filters, setFilters, playerName, children }: Props) {
  const t = useTexts('money', english)
  const { data } = useApi('GET /rest-api/fee/players/{orgUnitId}', { orgUnitId })
  const players = (data?.players ?? []).map((player) => ({ value: player.id, label: fullName(player) }))
  const isPhone = usePhone()
  const { playerId } = filters
  // Offers this player, so that the filter shows whose fees are listed and exported.
  if (data && playerId !== '' && players.every(({ value }) => value !== playerId))
    players.push({ value: playerId, label: playerName ?? t('thisPlayer') })
  const field = <K extends keyof FeeFilters>(name: K) => ({
    value: filters[name],
    onChange: (value: FeeFilters[K]) => setFilters({ ...filters, [name]: value }),
  })
  const fields = (
    <>
      <Select<FeeStatus>
        label={t('status')}
        placeholder={t('anyStatus')}
        options={feeStatuses.map((status) => ({ value: status, label: t(status) }))}
        {...field('status')}
      />
      <OneOf label={t('player')} placeholder={t('anyPlayer')} options={players} {...field('playerId')} />
      <DateField label={t('dueFrom')} {...field('dueFrom')} />
      <DateField label={t('dueTo')} {...field('dueTo')} />
    </>
  )
  const { status, dueFrom, dueTo } = filters
  const chosenFilters = [
    status && t(status),
    players.find(({ value }) => value === playerId)?.label,
    dueFrom && `${t('dueFrom')} ${dateText(dueFrom)}`,
    dueTo && `${t('dueTo')} ${dateText(dueTo)}`,
  ].flatMap((each) => each || [])
  return (
    <div className={styles.filters}>
      <SearchField label={t('findFee')} {...field('filter')} />
      {!isPhone && fields}
      {isPhone && (
        <details className={styles.more}>
          <summary>
            {chosenFilters.length > 0 ? t('filteredBy', { what: listText(chosenFilters) }) : t('filters')}
          </summary>
          <div className={styles.filters}>{fields}</div>
        </details>
      )}
      <div className={styles.export}>{children}</div>
    </div>
  )
}
