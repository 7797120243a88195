import { useState } from 'react'
import { isId } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Badge, Notice } from '../../kit/Badge.tsx'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { confirm } from '../../kit/confirm.ts'
import { listText } from '../../kit/format.ts'
import { PeopleIcon } from '../../kit/icons.tsx'
import { Progress } from '../../kit/Progress.tsx'
import { EmptyState } from '../../kit/States.tsx'
import { type Column, Table } from '../../kit/Table.tsx'
import { paths } from '../../paths.ts'
import { type Adult, adultsOf, type Player } from './adults.ts'
import styles from './Uninvited.module.css'
import { type InviteRun, useInviting } from './useInviting.ts'
import texts from '../texts.en.json'

type Props = {
  orgUnitId: string
  players: readonly Player[]
  /** All pages of players are loaded. */
  isComplete: boolean
  reload: () => void
}

/** State of the families: how many have joined, whom to invite at once, and players without any contact. */
export function Uninvited({ orgUnitId, players, isComplete, reload }: Props) {
  const t = useTexts('families', texts)
  const { invite, running, invitedKeys, lastRun, stop } = useInviting(orgUnitId)
  // The user's choices by key. By default adults with a child on an active team are selected; those who left are opted in one
  // by one.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const rows = adultsOf(players).filter(({ key }) => !invitedKeys.has(key))
  const chosen = rows.filter(({ key, children }) => choices.get(key) ?? children.some(({ onNoTeam }) => !onNoTeam))
  async function confirmInvite() {
    const lossHint = t('inviteAllKept')
    const yes = t('inviteCount', { count: chosen.length })
    if (
      !(await confirm({
        title: t('inviteAllTitle', { count: chosen.length }),
        lost: t('inviteAllLost'),
        kept: lossHint,
        yes,
        kind: 'primary',
      }))
    )
      return
    await invite(chosen)
    reload()
  }
  if (running)
    return (
      <div className={styles.stack}>
        <Progress label={t('inviting')} done={running.at} total={running.total} cancel={stop} />
        <p className={styles.hint}>{t('invitingHint')}</p>
      </div>
    )
  const reason = !isComplete ? t('stillLooking') : chosen.length === 0 ? t('chooseFirst') : undefined
  return (
    <div className={styles.stack}>
      {lastRun && <InviteResult result={lastRun} />}
      <FamilyCounts players={players} />
      {rows.length > 0 && (
        <>
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => void confirmInvite()} disabledReason={reason}>
              {t('inviteCount', { count: chosen.length })}
            </Button>
          </div>
          <AdultTable
            rows={rows}
            chosen={new Set(chosen.map(({ key }) => key))}
            choose={(next) => setChoices(new Map(rows.map(({ key }) => [key, next.has(key)])))}
          />
        </>
      )}
      {rows.length === 0 && isComplete && <NobodyToInvite orgUnitId={orgUnitId} isEmpty={players.length === 0} />}
      <WithoutAddress players={players} orgUnitId={orgUnitId} />
    </div>
  )
}

/** All have been invited; or there is no player yet whose family could be. */
function NobodyToInvite({ orgUnitId, isEmpty }: { orgUnitId: string; isEmpty: boolean }) {
  const t = useTexts('families', texts)
  const icon = <PeopleIcon size={32} />
  if (!isEmpty) return <EmptyState title={t('allInvited')} hint={t('allInvitedHint')} icon={icon} />
  return (
    <EmptyState title={t('nobodyToInvite')} hint={t('nobodyToInviteHint')} icon={icon}>
      <ButtonLink kind="primary" to={paths.addPlayers({ unitId: orgUnitId })}>
        {t('addPlayers')}
      </ButtonLink>
    </EmptyState>
  )
}

function InviteResult({ result: { count, already, noMail, skipped, left, problem } }: { result: InviteRun }) {
  const t = useTexts('families', texts)
  const sentences = [
    t('invitedCount', { count }),
    already > 0 && t('invitedAlready', { count: already }),
    noMail > 0 && t('invitedNoMail', { count: noMail }),
    skipped > 0 && t('invitedSkipped', { count: skipped }),
    left > 0 && t('invitedLeft', { count: left }),
    problem && problemText(problem),
  ]
  return (
    <Notice tone={noMail + skipped + left > 0 ? 'warning' : 'success'}>{sentences.filter(Boolean).join(' ')}</Notice>
  )
}

function FamilyCounts({ players }: { players: readonly Player[] }) {
  const t = useTexts('families', texts)
  const count = (family: Player['family']) => players.filter((player) => player.family === family).length
  const groups = [
    { count: count('here'), tone: 'success', label: 'familiesHere' },
    { count: count('invited'), tone: 'primary', label: 'familiesInvited' },
    { count: count('nobody'), tone: 'warning', label: 'familiesNobody' },
  ] as const
  return (
    <p className={styles.badges} role="status">
      {groups.map(({ count: number, tone, label }) =>
        number === 0 ? null : (
          <Badge key={label} tone={tone}>
            {t(label, { count: number })}
          </Badge>
        ),
      )}
    </p>
  )
}

type AdultTableProps = {
  rows: readonly Adult[]
  chosen: ReadonlySet<string>
  choose: (next: ReadonlySet<string>) => void
}

function AdultTable({ rows, chosen, choose }: AdultTableProps) {
  const t = useTexts('families', texts)
  const namesOf = ({ children }: Adult) =>
    listText(
      children.map((child) => (child.onNoTeam ? t('childOnNoTeam', { player: fullName(child) }) : fullName(child))),
    )
  const columns: Column<Adult>[] = [
    { key: 'name', head: t('theirName'), cell: ({ name }) => name, sort: by(({ name }) => name) },
    {
      key: 'email',
      head: t('theirEmail'),
      width: 'minmax(0, 1.4fr)',
      cell: ({ email }) => email,
      sort: by(({ email }) => email),
    },
    { key: 'children', head: t('players'), cell: namesOf, sort: by(namesOf) },
  ]
  return (
    <Table
      label={t('toInvite')}
      rows={rows}
      columns={columns}
      keyOf={({ key }) => key}
      nameOf={({ name, email }) => `${name}, ${email}`}
      choice={{ chosen, choose }}
    />
  )
}
const by = (text: (row: Adult) => string) => (a: Adult, b: Adult) => text(a).localeCompare(text(b))

const maxShown = 50

/** Players without any family address: it can be added on their own page. */
function WithoutAddress({ players, orgUnitId }: { players: readonly Player[]; orgUnitId: string }) {
  const t = useTexts('families', texts)
  const withoutContact = players.filter(({ family, grownUps }) => family === 'nobody' && grownUps.length === 0)
  if (withoutContact.length === 0) return null
  const teamId = isId('team', orgUnitId) ? orgUnitId : undefined
  return (
    <section aria-label={t('withoutAddress')} className={styles.stack}>
      <h2 className={styles.title}>{t('withoutAddress')}</h2>
      <p className={styles.hint}>{t('withoutAddressHint')}</p>
      <ul className={styles.list}>
        {withoutContact.slice(0, maxShown).map((player) => (
          <li key={player.id} className={styles.line}>
            <span>{fullName(player)}</span>
            <ButtonLink to={paths.family({ playerId: player.id }, { o: teamId })}>
              {t('family')} <span className="visually-hidden">{fullName(player)}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      {withoutContact.length > maxShown && (
        <p className={styles.hint}>{t('moreToMend', { count: withoutContact.length - maxShown })}</p>
      )}
    </section>
  )
}
