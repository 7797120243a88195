import type { FeeStatus } from '#shared/rules/fees.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { IconButton } from '../kit/Button.tsx'
import { Link } from '../kit/Link.tsx'
import { dateText, moneyText } from '../kit/format.ts'
import { ChevronRightIcon } from '../kit/icons.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { paths } from '../paths.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'

export type Fee = AnswerOf<'GET /rest-api/fee/search/{orgUnitId}'>['fees'][number]

type Props = {
  /** The team or club whose fees are shown. */
  orgUnitId: string
  fees: readonly Fee[]
  openFee: (fee: Fee) => void
  choice: { chosen: ReadonlySet<string>; choose: (next: ReadonlySet<string>) => void }
}

/** Who owes what, until when, and its state. */
export function FeeTable({ orgUnitId, fees, openFee, choice }: Props) {
  const t = useTexts('money', english)
  // For a single team the column would be redundant.
  const isOfOneTeam = teamOf(orgUnitId) !== undefined && fees.every((fee) => fee.orgUnitId === orgUnitId)
  const teamName = useTeamName()
  const whyCannot = useWhyCannot()
  const canOpenPlayer = (playerId: string) => whyCannot('canEditPlayers', organizationOf(playerId)) === undefined
  const possibleColumns: (Column<Fee> | false)[] = [
    {
      key: 'player',
      head: t('player'),
      width: 'minmax(0, 2fr)',
      cell: ({ player }) => {
        const playerName = (
          <span className={styles.named}>
            <Avatar name={fullName(player)} id={player.id} size="small" />
            {fullName(player)}
          </span>
        )
        // The player's page has the contacts to call.
        return canOpenPlayer(player.id) ? (
          <Link to={paths.player({ playerId: player.id }, {})}>{playerName}</Link>
        ) : (
          playerName
        )
      },
    },
    { key: 'name', head: t('fee'), width: 'minmax(0, 1.4fr)', cell: (fee) => <FeeName {...fee} /> },
    !isOfOneTeam && {
      key: 'team',
      head: t('team'),
      priority: 'low',
      width: 'minmax(8.5em, 1fr)',
      cell: (fee) => teamName(fee.orgUnitId),
    },
    { key: 'due', head: t('due'), width: '7.5em', cell: ({ dueOn }) => dateText(dueOn) },
    { key: 'status', head: t('status'), width: '8.5em', cell: (fee) => <StatusBadge {...fee} /> },
    { key: 'amount', head: t('amount'), width: '7em', align: 'end', cell: (fee) => moneyText(fee.amountInCents) },
    {
      key: 'open',
      head: t('open'),
      width: '7em',
      align: 'end',
      cell: ({ outstandingInCents: cents }) => (cents === 0 ? '–' : moneyText(cents)),
    },
  ]
  const columns = possibleColumns.filter((column) => column !== false)
  return (
    <Table
      label={t('fees')}
      rows={fees}
      columns={columns}
      keyOf={keyOf}
      nameOf={nameOf}
      choice={choice}
      actions={(fee) => (
        <IconButton label={t('openFee', { fee: nameOf(fee) })} onClick={() => openFee(fee)}>
          <ChevronRightIcon />
        </IconButton>
      )}
    />
  )
}
const keyOf = ({ feePlayerId }: Fee) => feePlayerId
const nameOf = ({ player, name, payers }: Fee) => [fullName(player), name, ...(payers ?? [])].join(', ')

/** The two parts of a split bill are told apart by their payers. */
function FeeName({ name, payers }: Fee) {
  const t = useTexts('money', english)
  if (!payers || payers.length === 0) return name
  return (
    <span className={styles.what}>
      {name}
      <span className={styles.muted}>{t('askedOfNames', { names: payers.join(', ') })}</span>
    </span>
  )
}

const badgeTones = {
  UNPAID: 'plain',
  PARTIAL: 'primary',
  LATE: 'danger',
  PAID: 'success',
  WAIVED: 'plain',
  CANCELLED: 'plain',
} as const satisfies Record<FeeStatus, string>

export function StatusBadge({ status, onItsWay = false }: { status: FeeStatus; onItsWay?: boolean }) {
  const t = useTexts('money', english)
  if (onItsWay) return <Badge tone="primary">{t('underWay')}</Badge>
  return <Badge tone={badgeTones[status]}>{t(status)}</Badge>
}

/** Names of teams; a fee of the club itself is for the whole club. */
export function useTeamName(): (orgUnitId: string) => string {
  const t = useTexts('money', english)
  const { data } = useSelected().playersAndTeams
  return (orgUnitId) => {
    if (!teamOf(orgUnitId)) return t('wholeClub')
    const club = data?.organizations.find(({ id }) => id === organizationOf(orgUnitId))
    return club?.teams.find(({ id }) => id === orgUnitId)?.name ?? '–'
  }
}
