import { useId, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { ApiProblem, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge, Notice, type Tone } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { Countdown } from '../kit/Countdown.tsx'
import { Failure } from '../kit/Failure.tsx'
import { dateTimeText, listText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Family, Head } from './filled.ts'
import { openPayment } from './openPayment.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

type Standing = Family['registered'][number]
type PayWay = Standing['payWays'][number]
type Props = {
  head: Head
  registered: Standing[]
  reread: () => Promise<unknown>
  /** Registers a player again who lost their place, with the details filled in before. */
  again?: (registrationPlayerId: string) => void
}
const tones: Record<Standing['state'], Tone> = {
  registered: 'success',
  paying: 'warning',
  waiting: 'plain',
  offered: 'primary',
  cancelled: 'plain',
}

/** The family's registered players, their state, and what happens next. */
export function Registered({ head, registered, reread, again }: Props) {
  const t = useTexts('register', english)
  const id = useId()
  if (registered.length === 0) return null
  const has = (state: Standing['state']) => registered.some((each) => each.state === state)
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('yourPlayers')}
      </h2>
      <ul className={styles.children} data-unkept="">
        {registered.map((standing) => (
          <Child
            key={standing.registrationPlayerId}
            head={head}
            standing={standing}
            reread={reread}
            {...(again && { again })}
          />
        ))}
      </ul>
      {has('registered') && (
        <>
          <p className={styles.text}>{t('next')}</p>
          <div className={styles.links}>
            <ButtonLink to={paths.myPayments()}>{t('seePayments')}</ButtonLink>
            <ButtonLink to={paths.today()}>{t('openToday')}</ButtonLink>
          </div>
        </>
      )}
    </Card>
  )
}

type ChildProps = Pick<Props, 'head' | 'reread' | 'again'> & { standing: Standing }
function Child({ head, standing, reread, again }: ChildProps) {
  const t = useTexts('register', english)
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  const { registrationPlayerId, firstName, state, isMine, isTakenOver, before, heldUntil, priceInCents, payWays } =
    standing
  const { depositInCents, isDepositPaid, codeLost, lacking, over, rests, unpayable } = standing
  const isOver = over.length > 0
  const owes = state === 'waiting' && depositInCents > 0 && !isDepositPaid
  const isOnline = payWays.includes('ONLINE')
  const paysNow = isMine && (state === 'paying' || (owes && isOnline && !rests && !isOver))
  const deposit = rests && isOnline ? 'depositRests' : isOnline ? 'depositOwed' : 'depositBill'
  const isOpen = state === 'offered' || state === 'waiting' || state === 'paying'
  const [chosen, choose] = useState<PayWay | ''>('')
  const way = payWays.length === 1 ? payWays[0] : chosen || undefined
  const ofGuardian = useWhyCannot()({ grownUp: 'signed_in' })
  const why = payWays.length === 0 ? t('noWayToPay') : way === undefined ? t('choosePayWay') : undefined
  async function attempt(work: () => Promise<unknown>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
    } finally {
      await reread()
      setBusy(false)
    }
  }
  const about = { registrationId: head.id }
  const accept = (payBy: PayWay) =>
    attempt(async () => {
      const { players } = await callApi(
        'POST /rest-api/register/{registrationId}/accept',
        { ...about, body: { registrationPlayerId, payBy, priceInCents } },
        { handles: ['failures'] },
      )
      if (players.some((each) => each.state === 'paying')) await openPayment(head.id, players)
    })
  async function withdraw() {
    if (
      !(await confirm({
        title: t(state === 'waiting' ? 'withdrawTitle' : 'giveUpTitle', { name: firstName }),
        lost: [
          t('withdrawLost'),
          ...(state === 'paying' ? [t('withdrawPayment')] : []),
          ...(isDepositPaid ? [t('withdrawDeposit')] : []),
        ].join(' '),
        yes: t(state === 'waiting' ? 'withdraw' : 'giveUp'),
      }))
    )
      return
    await attempt(() =>
      callApi(
        'POST /rest-api/register/{registrationId}/withdraw',
        { ...about, body: { registrationPlayerId } },
        { handles: ['failures'] },
      ),
    )
  }
  return (
    <li>
      <div className={styles.child}>
        <Avatar name={fullName(standing)} id={standing.playerId} />
        <strong>{fullName(standing)}</strong>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
      </div>
      {state === 'waiting' && !isOver && (
        <p className={styles.muted}>
          {before === 0 || before === null ? t('firstInLine') : t('inLine', { count: before })}
        </p>
      )}
      {rests && <p className={styles.text}>{t('rests')}</p>}
      {lacking.length > 0 && <p className={styles.text}>{t('lacking', { names: listText(lacking) })}</p>}
      {unpayable && !isOver && <p className={styles.text}>{t('unpayable')}</p>}
      {isOver && <p className={styles.text}>{t('over', { names: listText(over) })}</p>}
      {state === 'waiting' && depositInCents > 0 && (isDepositPaid || !(isOver || unpayable)) && (
        <p className={styles.text}>{t(isDepositPaid ? 'depositPaid' : deposit, { sum: moneyText(depositInCents) })}</p>
      )}
      {state === 'offered' && heldUntil && (
        <p className={styles.text}>
          {t('offeredUntil', {
            when: dateTimeText(heldUntil, head.organization.timezone),
            price: moneyText(priceInCents),
          })}
          {isDepositPaid && ` ${t('depositPaid', { sum: moneyText(depositInCents) })}`}
        </p>
      )}
      {codeLost && (
        <Notice tone="warning">
          {t('codeLost', {
            code: codeLost.codeTitle,
            now: moneyText(priceInCents),
            before: codeLost.priceInCents === 0 ? t('free') : moneyText(codeLost.priceInCents),
          })}
        </Notice>
      )}
      {state === 'offered' && isMine && payWays.length > 1 && (
        <Radios
          label={t('how')}
          value={chosen}
          onChange={choose}
          options={payWays.map((value) => ({ value, label: t(`pay_${value}`) }))}
        />
      )}
      {state === 'paying' && heldUntil && (
        <Countdown
          until={heldUntil}
          beforeLastHour={t('heldUntil', { when: dateTimeText(heldUntil, head.organization.timezone) })}
          onExpired={reread}
        >
          {(time) => (time === undefined ? t('holdOver') : t('heldFor', { time }))}
        </Countdown>
      )}
      {problem && <Failure text={problemText(problem)} />}
      {paysNow && (
        <div className={styles.links}>
          <Button
            kind="primary"
            busy={busy}
            onClick={() => void attempt(() => openPayment(head.id, [standing]))}
            disabledReason={ofGuardian}
          >
            {t(owes ? 'payDeposit' : 'payNow')}
          </Button>
        </div>
      )}
      {isOpen && !isMine && <p className={styles.muted}>{t('notMine', { name: firstName })}</p>}
      {isOpen && isTakenOver && <p className={styles.muted}>{t('takenOver', { name: firstName })}</p>}
      {isOpen && isMine && (
        <div className={styles.links}>
          {state === 'offered' && (
            <Button
              kind="primary"
              busy={busy}
              onClick={() => way && void accept(way)}
              disabledReason={ofGuardian ?? why}
            >
              {t(way === 'ONLINE' ? 'takeAndPay' : 'takePlace')}
            </Button>
          )}
          <Button kind="quiet" busy={busy} onClick={() => void withdraw()} disabledReason={ofGuardian}>
            {state === 'waiting' ? t('withdraw') : t('giveUp')}
          </Button>
        </div>
      )}
      {standing.filled && again && (
        <>
          <p className={styles.muted}>{t('stillFilled')}</p>
          <Button onClick={() => again(registrationPlayerId)}>{t('fillInAgain', { name: firstName })}</Button>
        </>
      )}
    </li>
  )
}
