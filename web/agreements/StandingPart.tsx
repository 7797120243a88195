import { organizationOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { nameText, problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Chart } from '../kit/Chart.tsx'
import { Link } from '../kit/Link.tsx'
import { confirm } from '../kit/confirm.ts'
import { FileButton } from '../kit/FileButton.tsx'
import { dateText, numberText, readerZone } from '../kit/format.ts'
import { PeopleIcon } from '../kit/icons.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { LoadMore } from '../kit/Paging.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSearchState } from '../shell/useSearchState.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Agreements.module.css'
import { AskAll } from './AskAll.tsx'
import english from './texts.en.json'

const STANDING = 'GET /rest-api/agreements/standing/{orgUnitId}'
type Page = AnswerOf<typeof STANDING>
type Player = Page['players'][number]

type Props = {
  orgId: string
  units: readonly string[]
  /** Shows the texts, for those who may write them. */
  toTexts: (() => void) | undefined
}

/** Who has agreed and who has not, in a club or one of its teams; a team's families can be reminded by mail. */
export function StandingPart({ orgId, units, toTexts }: Props) {
  const t = useTexts('agreements', english)
  const { data } = useSelected().playersAndTeams
  const club = data?.organizations.find(({ id }) => id === orgId)
  const [unit, choose] = useSearchState(units[0] ?? orgId, 'unit')
  const read = useApiPages(STANDING, { orgUnitId: unit, query: {} }, { handles: ['failures'] })
  const archived = new Set(club?.teams.flatMap((team) => (team.archived ? [team.id] : [])))
  // Archived teams are left out, unless the page is about one of them.
  const listedUnits = units.filter((id) => !archived.has(id) || id === unit || id === units[0])
  const options = listedUnits.map((id) => ({
    value: id,
    label: id === orgId ? t('wholeClub') : (club?.teams.find((team) => team.id === id)?.name ?? t('team')),
  }))
  return (
    <div className={styles.part}>
      {options.length > 1 && <OneOf label={t('of')} options={options} value={unit} onChange={choose} />}
      <Loaded
        read={read}
        failed={t('standingFailed')}
        skeleton={<RowSkeletons label={t('loading')} />}
        empty={{
          when: (pages) =>
            pages[0]?.agreements.length === 0 || (!read.more && pages.every((p) => p.players.length === 0)),
          show: (
            <EmptyState title={t('nothingToShow')} hint={t('nothingToShowHint')} icon={<PeopleIcon size={32} />}>
              {read.data?.[0]?.agreements.length === 0 && toTexts && <Button onClick={toTexts}>{t('toTexts')}</Button>}
            </EmptyState>
          ),
        }}
      >
        {(pages) => (
          <>
            <SignatureOverview
              unit={unit}
              pages={pages}
              isComplete={!read.more}
              teamIds={units.filter((id) => id !== orgId && !archived.has(id))}
            />
            {read.more && (
              <LoadMore
                shown={pages.flatMap(({ players }) => players).length}
                busy={read.readingMore}
                load={read.more}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

type SignatureOverviewProps = {
  unit: string
  pages: Page[]
  isComplete: boolean
  /** The teams whose families are asked when the whole club is shown. */
  teamIds: readonly string[]
}

function SignatureOverview({ unit, pages, isComplete, teamIds }: SignatureOverviewProps) {
  const t = useTexts('agreements', english)
  const agreements = pages[0]?.agreements ?? []
  const players = pages.flatMap((page) => page.players)
  const columns: Column<Player>[] = [
    { key: 'name', head: t('player'), width: 'minmax(0, 1.4fr)', cell: fullName },
    ...agreements.map(
      ({ id, title }, i): Column<Player> => ({
        key: id,
        head: title,
        width: 'minmax(0, 1fr)',
        cell: (player) => (
          <SignatureCell agreementId={id} player={player} signed={player.signed[i] ?? null} unit={unit} />
        ),
      }),
    ),
  ]
  return (
    <div className={styles.part}>
      {isComplete && (
        <Chart
          kind="stacked"
          label={t('howMany')}
          head={t('agreement')}
          rows={agreements.map(({ title }, i) => {
            const agreed = players.filter(({ signed }) => signed[i]).length
            return { name: title, values: { agreed, open: players.length - agreed } }
          })}
          series={[
            { key: 'agreed', label: t('agreed'), color: 'success' },
            { key: 'open', label: t('open'), color: 'warning' },
          ]}
          format={numberText}
        />
      )}
      <div className={styles.tools}>
        {unit === organizationOf(unit) ? <AskAll teams={teamIds} /> : <AskButton unit={unit} players={players} />}
        <FileButton
          label={t('exportList')}
          read={() => callApi('GET /rest-api/agreements/standing/{orgUnitId}/csv', { orgUnitId: unit })}
        />
      </div>
      <Table label={t('whoHas')} rows={players} columns={columns} keyOf={({ id }) => id} nameOf={fullName} />
    </div>
  )
}

type SignatureCellProps = { agreementId: string; player: Player; signed: Player['signed'][number]; unit: string }

function SignatureCell({ agreementId, player, signed, unit }: SignatureCellProps) {
  const t = useTexts('agreements', english)
  const team = unit === organizationOf(unit) ? undefined : unit
  if (!signed)
    return (
      <>
        <Badge tone="warning">{t('open')}</Badge>{' '}
        {player.ofAge && <Link to={paths.player({ playerId: player.id }, { o: unit })}>{t('ofAgeAlone')}</Link>}
      </>
    )
  return (
    <Link to={paths.agreementProof({ agreementId, playerId: player.id }, { o: team })} title={t('showProof')}>
      {t('signedOn', { day: dateText(signed.signedAt, readerZone()), name: nameText(signed.by) })}
    </Link>
  )
}

/** Reminds families by mail, each at most once a day. */
function AskButton({ unit, players }: { unit: string; players: readonly Player[] }) {
  const t = useTexts('agreements', english)
  const { save, saving } = useSave('POST /rest-api/agreements/ask/{teamId}', {
    refreshes: [STANDING],
    saved: ({ asked, alone }) =>
      [t('askedFamilies', { count: asked }), ...(alone > 0 ? [t('alone', { count: alone })] : [])].join(' '),
    failed: problemText,
  })
  const unsignedCount = players.filter(({ signed }) => signed.includes(null)).length
  const why = unsignedCount === 0 ? t('allAgreed') : undefined
  async function askFamilies() {
    const title = t('askTitle', { count: unsignedCount })
    if (await confirm({ title, lost: t('askLost'), yes: t('askFamilies') })) await save({ teamId: unit })
  }
  return (
    <Button busy={saving} onClick={() => void askFamilies()} disabledReason={why}>
      {t('askFamilies')}
    </Button>
  )
}
