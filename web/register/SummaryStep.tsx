import { useId } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { reductionNames } from '#shared/rules/register/price.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { listText, moneyText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import type { Head, Summary } from './filled.ts'
import { Pay } from './Pay.tsx'
import { PromoCode } from './PromoCode.tsx'
import styles from './Register.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/register/{registrationId}/summary'
type Props = {
  head: Head
  edit: (registrationPlayerId: string) => void
  add: () => void
  reread: () => Promise<unknown>
  /** Called with the player whose details were discarded. */
  removed: (registrationPlayerId: string) => void
  /** Called with the players that were submitted. */
  sent: (registrationPlayerIds: readonly string[]) => Promise<unknown>
}

/** The second step: the players with what was filled in, the price, and how it is paid. */
export function SummaryStep({ head, ...props }: Props) {
  const t = useTexts('register', english)
  const read = useApi(READ, { registrationId: head.id, query: {} }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="240px" />
        </Skeletons>
      }
      failed={t('loadFailed')}
    >
      {(summary) => (
        <Shown
          head={head}
          summary={summary}
          keep={(changed) => void read.mutate(changed, { revalidate: false })}
          again={read.mutate}
          {...props}
        />
      )}
    </Loaded>
  )
}

type ShownProps = Props & { summary: Summary; keep: (changed: Summary) => void; again: () => Promise<unknown> }
function Shown({ head, summary, keep, again, edit, add, reread, removed, sent }: ShownProps) {
  const t = useTexts('register', english)
  const reductionName = useReductionName()
  const headingId = useId()
  const remove = useSave('DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}', {
    failed: t('notRemoved'),
  })
  async function takeAway({ registrationPlayerId, firstName }: Summary['players'][number]) {
    if (!(await confirm({ title: t('removeTitle', { name: firstName }), lost: t('removeLost'), yes: t('remove') })))
      return
    if (await remove.save({ registrationId: head.id, registrationPlayerId })) removed(registrationPlayerId)
    await Promise.all([again(), reread()])
  }
  if (summary.players.length === 0)
    return (
      <Card>
        <p className={styles.text}>{t('nothingYet')}</p>
        <Button kind="primary" onClick={add}>
          {t('fillIn')}
        </Button>
      </Card>
    )
  return (
    <>
      <Card aria-labelledby={headingId}>
        <h2 id={headingId} className={styles.title}>
          {t('stepSummary')}
        </h2>
        <ul className={styles.children} data-unkept="">
          {summary.players.map((player) => (
            <li key={player.registrationPlayerId}>
              <div className={styles.child}>
                <Avatar name={fullName(player)} id={player.registrationPlayerId} />
                <strong>{fullName(player)}</strong>
                <Button kind="quiet" onClick={() => edit(player.registrationPlayerId)}>
                  {t('change')}
                </Button>
                <Button kind="quiet" onClick={() => void takeAway(player)}>
                  {t('remove')}
                </Button>
              </div>
              <dl className={styles.bill}>
                {player.lines.map(({ name, quantity, cents }) => (
                  <div key={name}>
                    <dt>{quantity > 1 ? `${name} × ${quantity}` : name}</dt>
                    <dd>{moneyText(cents)}</dd>
                  </div>
                ))}
                {player.reductions.map(({ name, cents }) => (
                  <div key={name} className={styles.less}>
                    <dt>{reductionName(name)}</dt>
                    <dd>−{moneyText(cents)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
        <dl className={styles.bill}>
          <div className={styles.total}>
            <dt>{t('total')}</dt>
            <dd>{summary.totalInCents === 0 ? t('free') : moneyText(summary.totalInCents)}</dd>
          </div>
        </dl>
        <Button onClick={add}>{t('addChild')}</Button>
      </Card>
      {summary.hasPromoCodes && <PromoCode head={head} summary={summary} keep={keep} />}
      <PayFor
        head={head}
        summary={summary}
        keep={keep}
        // After a failure half-way or a lost response, this shows the places that are held.
        again={() => Promise.all([again(), reread()])}
        edit={edit}
        sent={sent}
      />
    </>
  )
}

/**
 * Payment. If an option is full and some children have to wait, the others are submitted first on their own, so that nobody
 * waits for a place that is free.
 */
function PayFor({ summary, keep, again, sent, ...props }: Parameters<typeof Pay>[0]) {
  const t = useTexts('register', english)
  const { waiting, fullOptions, waitingList, players } = summary
  const isWaiting = ({ registrationPlayerId: id }: Summary['players'][number]) => waiting.includes(id)
  const now = players.filter((player) => !isWaiting(player))
  const isSplit = waiting.length > 0 && now.length > 0
  const registrationPlayerIds = now.map(({ registrationPlayerId }) => registrationPlayerId).join(',')
  const read = useApi(READ, isSplit ? { registrationId: props.head.id, query: { registrationPlayerIds } } : undefined, {
    handles: ['failures'],
  })
  if (!isSplit) return <Pay summary={summary} keep={keep} again={again} sent={sent} {...props} />
  const named = (some: Summary['players']) => listText(some.map(({ firstName }) => firstName))
  const names = { full: listText(fullOptions), names: named(players.filter(isWaiting)), others: named(now) }
  return (
    <>
      <Notice tone="warning">{t(waitingList ? 'someWait' : 'someCannot', names)}</Notice>
      <Loaded
        read={read}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="160px" />
          </Skeletons>
        }
        failed={t('loadFailed')}
      >
        {(part) => (
          <Pay
            {...props}
            names={names.others}
            summary={part}
            keep={(changed) => {
              keep(changed)
              void read.mutate()
            }}
            again={() => Promise.all([again(), read.mutate()])}
            sent={async (ids) => {
              await sent(ids)
              await again()
            }}
          />
        )}
      </Loaded>
    </>
  )
}

/** The product's own reductions in the reader's language; a club's codes by their own name. */
function useReductionName() {
  const t = useTexts('register', english)
  return (name: string) =>
    name === reductionNames.sibling ? t('siblingDiscount') : name === reductionNames.earlyBird ? t('earlyBird') : name
}
