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
import { type GrownUp, grownUpsOf, type Player } from './grownUps.ts'
import styles from './Uninvited.module.css'
import { type Sent, useInviting } from './useInviting.ts'
import texts from '../texts.en.json'

type Props = {
  orgUnitId: string
  players: readonly Player[]
  /** All pages of players are loaded. */
  whole: boolean
  again: () => void
}

/** State of the families: how many have joined, whom to invite at once, and players without any contact. */
export function Uninvited({ orgUnitId, players, whole, again }: Props) {
  const t = useTexts('families', texts)
  const { invite, running, done, sent, stop } = useInviting(orgUnitId)
  // The user's choices by key. By default adults with a child on an active team are selected; those who left are opted in one
  // by one.
  const [said, say] = useState<ReadonlyMap<string, boolean>>(new Map())
  const rows = grownUpsOf(players).filter(({ key }) => !done.has(key))
  const chosen = rows.filter(({ key, children }) => said.get(key) ?? children.some(({ onNoTeam }) => !onNoTeam))
  async function ask() {
    const kept = t('inviteAllKept')
    const yes = t('inviteCount', { count: chosen.length })
    if (
      !(await confirm({
        title: t('inviteAllTitle', { count: chosen.length }),
        lost: t('inviteAllLost'),
        kept,
        yes,
        kind: 'primary',
      }))
    )
      return
    await invite(chosen)
    again()
  }
  if (running)
    return (
      <div className={styles.stack}>
        <Progress label={t('inviting')} done={running.at} total={running.total} cancel={stop} />
        <p className={styles.hint}>{t('invitingHint')}</p>
      </div>
    )
  const reason = !whole ? t('stillLooking') : chosen.length === 0 ? t('chooseFirst') : undefined
  return (
    <div className={styles.stack}>
      {sent && <WhatCame sent={sent} />}
      <Standing players={players} />
      {rows.length > 0 && (
        <>
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => void ask()} disabledReason={reason}>
              {t('inviteCount', { count: chosen.length })}
            </Button>
          </div>
          <GrownUps
            rows={rows}
            chosen={new Set(chosen.map(({ key }) => key))}
            choose={(next) => say(new Map(rows.map(({ key }) => [key, next.has(key)])))}
          />
        </>
      )}
      {rows.length === 0 && whole && <NobodyToInvite orgUnitId={orgUnitId} isEmpty={players.length === 0} />}
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

function WhatCame({ sent: { count, already, noMail, skipped, left, problem } }: { sent: Sent }) {
  const t = useTexts('families', texts)
  const said = [
    t('invitedCount', { count }),
    already > 0 && t('invitedAlready', { count: already }),
    noMail > 0 && t('invitedNoMail', { count: noMail }),
    skipped > 0 && t('invitedSkipped', { count: skipped }),
    left > 0 && t('invitedLeft', { count: left }),
    problem && problemText(problem),
  ]
  return <Notice tone={noMail + skipped + left > 0 ? 'warning' : 'success'}>{said.filter(Boolean).join(' ')}</Notice>
}

function Standing({ players }: { players: readonly Player[] }) {
  const t = useTexts('families', texts)
  const count = (family: Player['family']) => players.filter((player) => player.family === family).length
  const all = [
    { count: count('here'), tone: 'success', label: 'familiesHere' },
    { count: count('invited'), tone: 'primary', label: 'familiesInvited' },
    { count: count('nobody'), tone: 'warning', label: 'familiesNobody' },
  ] as const
  return (
    <p className={styles.badges} role="status">
      {all.map(({ count: number, tone, label }) =>
        number === 0 ? null : (
          <Badge key={label} tone={tone}>
            {t(label, { count: number })}
          </Badge>
        ),
      )}
    </p>
  )
}

type Choosing = { rows: readonly GrownUp[]; chosen: ReadonlySet<string>; choose: (next: ReadonlySet<string>) => void }

function GrownUps({ rows, chosen, choose }: Choosing) {
  const t = useTexts('families', texts)
  const namesOf = ({ children }: GrownUp) =>
    listText(
      children.map((child) => (child.onNoTeam ? t('childOnNoTeam', { player: fullName(child) }) : fullName(child))),
    )
  const columns: Column<GrownUp>[] = [
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
const by = (text: (row: GrownUp) => string) => (a: GrownUp, b: GrownUp) => text(a).localeCompare(text(b))

const most = 50

/** Players without any family address: it can be added on their own page. */
function WithoutAddress({ players, orgUnitId }: { players: readonly Player[]; orgUnitId: string }) {
  const t = useTexts('families', texts)
  const alone = players.filter(({ family, grownUps }) => family === 'nobody' && grownUps.length === 0)
  if (alone.length === 0) return null
  const o = isId('team', orgUnitId) ? orgUnitId : undefined
  return (
    <section aria-label={t('withoutAddress')} className={styles.stack}>
      <h2 className={styles.title}>{t('withoutAddress')}</h2>
      <p className={styles.hint}>{t('withoutAddressHint')}</p>
      <ul className={styles.list}>
        {alone.slice(0, most).map((player) => (
          <li key={player.id} className={styles.line}>
            <span>{fullName(player)}</span>
            <ButtonLink to={paths.family({ playerId: player.id }, { o })}>
              {t('family')} <span className="visually-hidden">{fullName(player)}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      {alone.length > most && <p className={styles.hint}>{t('moreToMend', { count: alone.length - most })}</p>}
    </section>
  )
}
